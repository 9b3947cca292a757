import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';

/** The types that every browser opens. */
const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** An area to drop a picture on; a click opens the file chooser. */
export function PictureChooser({ onChoose }: { readonly onChoose: (file: File) => void }) {
  const [isDragOver, setDragOver] = useState(false);
  return (
    <label
      className={cx(
        'relative flex min-h-14 items-center gap-3 rounded-lg border border-dashed px-4 py-2.5 transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
        isDragOver ? 'border-cue bg-cue-wash' : 'border-outline bg-sunken hover:bg-hover',
      )}
    >
      <ImageUp size={20} className="shrink-0 text-ink-quiet" />
      <span className="text-sm">
        <span className="font-medium text-ink">Upload a picture</span>{' '}
        <span className="text-ink-soft">or drop it here</span>
      </span>
      {/* Covers the whole area, so that pictures are dropped on it. */}
      <input
        type="file"
        accept={pictureTypes}
        className="absolute inset-0 cursor-pointer opacity-0"
        onDragEnter={() => setDragOver(true)}
        onDragLeave={() => setDragOver(false)}
        onDrop={() => setDragOver(false)}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onChoose(file);
          // Lets the same file be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
