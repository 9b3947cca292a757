import { FolderUp } from 'lucide-react';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { collectChosen } from '#web/features/import/read/collect-files.ts';
import type { ReactNode } from 'react';
import type { RefusedFile } from '#web/features/import/prepare/prepare-files.ts';
import { DropZone, type ChosenFiles } from './drop-zone.tsx';
import { FileList } from './file-list.tsx';

interface ImportFileChooserProps {
  /** The files that could not be read, with reasons. */
  readonly refused: readonly RefusedFile[];
  /** The reason why the last attempt failed. */
  readonly failure: string | null;
  /** The choice where it goes to. */
  readonly target: ReactNode;
  readonly onChoose: (files: ChosenFiles) => void;
}

/** An area to drop files and folders on; a click opens the file chooser. */
export function ImportFileChooser(props: ImportFileChooserProps) {
  const { refused, failure, target, onChoose } = props;
  return (
    <div className="flex flex-col gap-4">
      {target}
      <DropZone onChoose={onChoose} />
      <Button
        className="self-start"
        icon={<FolderUp size={17} />}
        onClick={() => chooseFolder(onChoose)}
      >
        Choose a folder
      </Button>
      {failure === null ? null : <Alert>{failure}</Alert>}
      <Refusals refused={refused} />
      <p className="text-sm text-ink-quiet">
        CSV columns can be in any order: <Name>title</Name> (or <Name>act</Name>, <Name>name</Name>)
        and <Name>content</Name> (or <Name>prompt</Name>, <Name>text</Name>), optionally{' '}
        <Name>description</Name>, <Name>tags</Name>, <Name>category</Name> and <Name>group</Name>.
        JSON and Markdown front matter use the same names. Cuebook exports re-import completely.
        You'll see a preview before anything is saved.
      </p>
    </div>
  );
}

/** Opens the browser's folder chooser, which needs an input of its own. */
function chooseFolder(onChoose: (files: ChosenFiles) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.addEventListener('change', () => onChoose(collectChosen(input.files)));
  input.click();
}

/** The reasons why the files could not be read; nothing if there are none. */
function Refusals({ refused }: Pick<ImportFileChooserProps, 'refused'>) {
  if (refused.length < 2)
    return refused.map(({ name, reason }) => <Alert key={name}>{reason}</Alert>);
  return (
    <>
      <Alert>None of these {refused.length} files could be read.</Alert>
      <FileList
        label={`${refused.length} files left out`}
        entries={refused.map(({ name, reason }) => ({ name, text: reason }))}
      />
    </>
  );
}

function Name({ children }: { readonly children: string }) {
  return <code className="font-mono text-xs text-ink">{children}</code>;
}
