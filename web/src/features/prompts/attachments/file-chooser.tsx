import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';

/** An area to drop files on; a click opens the file chooser. */
export function FileChooser(props: { readonly onChoose: (files: readonly File[]) => void }) {
  const [isDragOver, setDragOver] = useState(false);
  return (
    <label
      className={cx(
        'relative flex min-h-11 items-center gap-2.5 rounded-md border border-dashed px-3 py-2 text-sm transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
        isDragOver ? 'border-cue bg-cue-wash' : 'border-outline hover:bg-hover',
      )}
    >
      <Paperclip size={16} className="shrink-0 text-ink-quiet" />
      <span>
        <span className="font-medium text-ink">Add files</span>{' '}
        <span className="text-ink-quiet">or drop or paste them</span>
      </span>
      {/* Covers the whole area, so that files are dropped on it. */}
      <input
        type="file"
        multiple
        className="absolute inset-0 cursor-pointer opacity-0"
        onDragEnter={() => setDragOver(true)}
        onDragLeave={() => setDragOver(false)}
        onDrop={() => setDragOver(false)}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          if (files.length > 0) props.onChoose(files);
          // Lets the same file be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
