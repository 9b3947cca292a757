import { useState, type ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';

interface DropAreaProps {
  /** Its shape: height, padding and arrangement. */
  readonly className: string;
  /** Whether it stands out from the page. */
  readonly filled?: boolean;
  readonly accept?: string;
  readonly multiple?: boolean;
  /** Called with chosen files, and with dropped ones unless `onDrop` reads them. */
  readonly onChoose: (files: FileList) => void;
  /** Reads what was dropped in place of the browser, such as folders. */
  readonly onDrop?: (dropped: DataTransfer) => void;
  readonly children: ReactNode;
}

/** An area to drop files on; a click opens the file chooser. */
export function DropArea(props: DropAreaProps) {
  const { className, filled = false, accept, multiple, onChoose, onDrop, children } = props;
  const [isDragOver, setDragOver] = useState(false);
  return (
    <label
      className={cx(
        'relative flex border border-dashed transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
        isDragOver ? 'border-cue bg-cue-wash' : 'border-outline hover:bg-hover',
        filled && !isDragOver && 'bg-sunken',
        className,
      )}
    >
      {children}
      {/* Covers the whole area, so that files are dropped on it. */}
      <input
        type="file"
        multiple={multiple}
        accept={accept}
        className="absolute inset-0 cursor-pointer opacity-0"
        onDragEnter={() => setDragOver(true)}
        onDragLeave={() => setDragOver(false)}
        onDragOver={(event) => {
          if (onDrop) event.preventDefault();
        }}
        onDrop={(event) => {
          setDragOver(false);
          if (!onDrop) return;
          event.preventDefault();
          onDrop(event.dataTransfer);
        }}
        onChange={(event) => {
          const { files } = event.currentTarget;
          if (files !== null && files.length > 0) onChoose(files);
          // Lets the same file be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}
