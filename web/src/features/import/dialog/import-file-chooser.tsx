import { FileUp, FolderUp } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/form/button.tsx';
import {
  collectChosen,
  collectDropped,
  type ChosenFile,
  type ClosedFile,
} from '#web/features/import/read/collect-files.ts';
import type { RefusedFile } from '#web/features/import/prepare/prepare-files.ts';
import { acceptedFiles } from '#web/features/import/read/read-file.ts';

interface ImportFileChooserProps {
  /** Files that could not be read, and why. */
  readonly refused: readonly RefusedFile[];
  /** Why the last try came to nothing. */
  readonly failure: string | null;
  readonly onChoose: (files: readonly (ChosenFile | ClosedFile)[]) => void;
}

/** A place to drop files and folders on, which is also the button that opens the file chooser. */
export function ImportFileChooser({ refused, failure, onChoose }: ImportFileChooserProps) {
  const [over, setOver] = useState(false);

  async function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onChoose(await collectDropped(event.dataTransfer));
  }

  return (
    <div className="flex flex-col gap-4">
      <label
        className={cx(
          'relative flex min-h-48 flex-col items-center justify-center gap-2 rounded-lg border border-dashed px-6 py-8 text-center transition-colors',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cue',
          over ? 'border-cue bg-cue-wash' : 'border-outline bg-sunken hover:bg-hover',
        )}
      >
        <FileUp size={28} aria-hidden="true" className="text-ink-quiet" />
        <span className="font-medium text-ink">Choose files, or drop files and folders here</span>
        <span className="text-sm text-ink-soft">
          CSV, JSON, JSON Lines, Markdown, or a zip archive of them
        </span>
        {/* Covers the whole place: what is dropped falls into it. */}
        <input
          type="file"
          multiple
          accept={acceptedFiles}
          className="absolute inset-0 cursor-pointer opacity-0"
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => void drop(event)}
          onChange={(event) => {
            const files = collectChosen(event.currentTarget.files);
            // The same file, mended, can be chosen again.
            event.currentTarget.value = '';
            if (files.length > 0) onChoose(files);
          }}
        />
      </label>
      <Button
        className="self-start"
        icon={<FolderUp size={17} aria-hidden="true" />}
        onClick={() => chooseFolder(onChoose)}
      >
        Choose a folder
      </Button>
      {failure === null ? null : <Alert>{failure}</Alert>}
      {refused.length === 0 ? null : <Alert>{refusalOf(refused)}</Alert>}
      <p className="text-sm text-ink-quiet">
        The first line of a CSV file names its columns, in any order: <Name>title</Name> (or{' '}
        <Name>act</Name>, <Name>name</Name>), <Name>content</Name> (or <Name>prompt</Name>,{' '}
        <Name>text</Name>), and if you like <Name>description</Name>, <Name>tags</Name>,{' '}
        <Name>category</Name> and <Name>group</Name>. JSON and the front matter of Markdown use the
        same names. What you exported from here comes back whole. Nothing is stored before you have
        seen what is in the files.
      </p>
    </div>
  );
}

/** Opens the browser's chooser of folders: an input of its own, since one cannot offer both. */
function chooseFolder(onChoose: (files: readonly ChosenFile[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.addEventListener('change', () => onChoose(collectChosen(input.files)));
  input.click();
}

function refusalOf(refused: readonly RefusedFile[]): string {
  const [first] = refused;
  if (refused.length === 1 && first) return first.reason;
  const some = refused.slice(0, 5).map(({ name, reason }) => `${name}: ${reason}`);
  const more = refused.length > 5 ? ` And ${refused.length - 5} more.` : '';
  return `None of these ${refused.length} files can be read. ${some.join(' ')}${more}`;
}

function Name({ children }: { readonly children: string }) {
  return <code className="font-mono text-xs text-ink">{children}</code>;
}
