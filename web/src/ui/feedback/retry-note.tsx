import { Button } from '#web/ui/form/button.tsx';

interface RetryNoteProps {
  readonly message: string;
  readonly onRetry: () => void;
  readonly className?: string;
}

/** Says that a small part of a page could not be loaded, beside a button to try again. */
export function RetryNote({ message, onRetry, className = '' }: RetryNoteProps) {
  return (
    <div
      role="alert"
      className={`flex flex-wrap items-center gap-3 text-sm text-ink-soft ${className}`}
    >
      <p>{message}</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
