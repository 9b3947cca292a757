import { Paperclip } from 'lucide-react';
import { DropArea } from '#web/ui/form/drop-area.tsx';

/** An area to drop files on; a click opens the file chooser. */
export function FileChooser(props: { readonly onChoose: (files: readonly File[]) => void }) {
  return (
    <DropArea
      multiple
      className="min-h-11 items-center gap-2.5 rounded-md px-3 py-2 text-sm"
      onChoose={(files) => props.onChoose([...files])}
    >
      <Paperclip size={16} className="shrink-0 text-ink-quiet" />
      <span>
        <span className="font-medium text-ink">Add files</span>{' '}
        <span className="text-ink-quiet">or drop or paste them</span>
      </span>
    </DropArea>
  );
}
