import { ImageUp } from 'lucide-react';
import { DropArea } from '#web/ui/form/drop-area.tsx';

/** The types that every browser opens. */
const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** An area to drop a picture on; a click opens the file chooser. */
export function PictureChooser({ onChoose }: { readonly onChoose: (file: File) => void }) {
  return (
    <DropArea
      filled
      accept={pictureTypes}
      className="min-h-14 items-center gap-3 rounded-lg px-4 py-2.5"
      onChoose={([file]) => {
        if (file) onChoose(file);
      }}
    >
      <ImageUp size={20} className="shrink-0 text-ink-quiet" />
      <span className="text-sm">
        <span className="font-medium text-ink">Upload a picture</span>{' '}
        <span className="text-ink-soft">or drop it here</span>
      </span>
    </DropArea>
  );
}
