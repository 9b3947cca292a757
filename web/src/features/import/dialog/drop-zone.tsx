import { FileUp } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import {
  collectChosen,
  collectDropped,
  type ChosenFile,
  type UnreadableFile,
} from '#web/features/import/read/collect-files.ts';
import { acceptedFiles } from '#web/features/import/read/read-file.ts';

/** The files that were chosen or dropped for an import. */
export type ChosenFiles = readonly (ChosenFile | UnreadableFile)[];

/** An area to drop files and folders on; a click opens the file chooser. */
export function DropZone({ onChoose }: { readonly onChoose: (files: ChosenFiles) => void }) {
  const [isDragOver, setDragOver] = useState(false);

  async function drop(event: DragEvent) {
    event.preventDefault();
    setDragOver(false);
    onChoose(await collectDropped(event.dataTransfer));
  }

  return (
    <label
      className={cx(
        'relative flex min-h-48 flex-1 flex-col items-center justify-center gap-2 rounded-lg border border-dashed px-6 py-8 text-center transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
        isDragOver ? 'border-cue bg-cue-wash' : 'border-outline bg-sunken hover:bg-hover',
      )}
    >
      <FileUp size={28} className="text-ink-quiet" />
      <span className="font-medium text-ink">Choose files, or drop files and folders here</span>
      <span className="text-sm text-ink-soft">
        CSV, JSON, JSON Lines, Markdown, or a zip archive of them
      </span>
      {/* Covers the whole area, so that files are dropped on it. */}
      <input
        type="file"
        multiple
        accept={acceptedFiles}
        className="absolute inset-0 cursor-pointer opacity-0"
        onDragEnter={() => setDragOver(true)}
        onDragLeave={() => setDragOver(false)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => void drop(event)}
        onChange={(event) => {
          const files = collectChosen(event.currentTarget.files);
          // Lets a corrected file be chosen again.
          event.currentTarget.value = '';
          if (files.length > 0) onChoose(files);
        }}
      />
    </label>
  );
}
