import { Button } from '#web/ui/form/button.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

interface ListEndProps {
  /** The text while the next page loads. */
  readonly loading: string;
  readonly fetching: boolean;
  readonly failed: boolean;
  readonly onRetry: () => void;
}

/**
 * The end of the loaded rows: the next page is loading, or failed to. Nothing at the end of the
 * list.
 */
export function ListEnd({ loading, fetching, failed, onRetry }: ListEndProps) {
  if (failed && !fetching) {
    return (
      <p role="alert" className="flex flex-wrap items-center justify-center gap-3 p-4 text-sm">
        The rest of the list could not be loaded.
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      </p>
    );
  }
  if (!fetching) return null;
  return (
    <div className="grid place-items-center p-4">
      <Spinner label={loading} showLabel />
    </div>
  );
}
