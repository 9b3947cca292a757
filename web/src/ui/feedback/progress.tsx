import { Spinner } from './spinner.tsx';

interface ProgressProps {
  readonly text: string;
  readonly done: number;
  /** 0 if the total is unknown. */
  readonly total: number;
}

/** A progress bar with its text; a spinner while the total is unknown. */
export function Progress({ text, done, total }: ProgressProps) {
  if (total === 0) {
    return (
      <div className="grid min-h-48 place-items-center break-words">
        <Spinner label={text} showLabel />
      </div>
    );
  }
  return (
    <div className="flex min-h-48 flex-col justify-center gap-4 py-6">
      <output className="text-center text-sm break-words text-ink-soft">{text}</output>
      <progress
        aria-label={text}
        value={done}
        max={total}
        className="h-1.5 w-full overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-ink-soft [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-ink-soft"
      />
    </div>
  );
}
