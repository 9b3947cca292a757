import { FileUp } from 'lucide-react';
import {
  collectChosen,
  collectDropped,
  type ChosenFile,
  type UnreadableFile,
} from '#web/features/import/read/collect-files.ts';
import { acceptedFiles } from '#web/features/import/read/read-file.ts';
import { DropArea } from '#web/ui/form/drop-area.tsx';

/** The files that were chosen or dropped for an import. */
export type ChosenFiles = readonly (ChosenFile | UnreadableFile)[];

/** An area to drop files and folders on; a click opens the file chooser. */
export function DropZone({ onChoose }: { readonly onChoose: (files: ChosenFiles) => void }) {
  return (
    <DropArea
      multiple
      filled
      accept={acceptedFiles}
      className="min-h-48 flex-1 flex-col items-center justify-center gap-2 rounded-lg px-6 py-8 text-center"
      onChoose={(chosen) => {
        const files = collectChosen(chosen);
        if (files.length > 0) onChoose(files);
      }}
      onDrop={(dropped) => void collectDropped(dropped).then(onChoose)}
    >
      <FileUp size={28} className="text-ink-quiet" />
      <span className="font-medium text-balance text-ink">
        Choose files, or drop files and folders here
      </span>
      <span className="text-sm text-balance text-ink-soft">
        CSV, JSON, JSON Lines, Markdown, or a zip archive of them
      </span>
    </DropArea>
  );
}
