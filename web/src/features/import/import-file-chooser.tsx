import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { acceptedFiles } from './read-file.ts';

interface ImportFileChooserProps {
  /** Why the last file was refused. */
  readonly refusal: string | null;
  readonly onChoose: (files: readonly File[]) => void;
}

/** A place to drop a file on, which is also the button that opens the file chooser. */
export function ImportFileChooser({ refusal, onChoose }: ImportFileChooserProps) {
  const [over, setOver] = useState(false);

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
        <span className="font-medium text-ink">Choose a file, or drop it here</span>
        <span className="text-sm text-ink-soft">CSV, JSON or JSON Lines, up to 12 MB</span>
        {/* Covers the whole place: what is dropped falls into it. */}
        <input
          type="file"
          accept={acceptedFiles}
          className="absolute inset-0 cursor-pointer opacity-0"
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            // The same file, mended, can be chosen again.
            event.currentTarget.value = '';
            if (files.length > 0) onChoose(files);
          }}
        />
      </label>
      <div aria-live="assertive">
        {refusal === null ? null : (
          <p className="rounded-md bg-danger-wash px-4 py-3 text-sm text-danger-ink">{refusal}</p>
        )}
      </div>
      <p className="text-sm text-ink-quiet">
        The first line of a CSV file names its columns, in any order: <Name>title</Name> (or{' '}
        <Name>act</Name>, <Name>name</Name>), <Name>content</Name> (or <Name>prompt</Name>,{' '}
        <Name>text</Name>), and if you like <Name>description</Name>, <Name>tags</Name>,{' '}
        <Name>category</Name> and <Name>group</Name>. JSON uses the same names. Nothing is stored
        before you have seen what is in the file.
      </p>
    </div>
  );
}

function Name({ children }: { readonly children: string }) {
  return <code className="font-mono text-xs text-ink">{children}</code>;
}
