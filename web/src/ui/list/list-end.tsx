import { RetryNote } from '#web/ui/feedback/retry-note.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

/** An infinite query, as far as the end of its list shows it. */
export interface PagedQuery {
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface ListEndProps {
  readonly list: PagedQuery;
  /** The text while the next page loads. */
  readonly loading: string;
}

/**
 * The end of the loaded rows: the next page is loading, or failed to. Nothing at the end of the
 * list.
 */
export function ListEnd({ list, loading }: ListEndProps) {
  if (list.isFetchNextPageError && !list.isFetchingNextPage) {
    return (
      <RetryNote
        message="The rest of the list could not be loaded."
        onRetry={() => void list.fetchNextPage()}
        className="justify-center p-4"
      />
    );
  }
  if (!list.isFetchingNextPage) return null;
  return (
    <div className="grid place-items-center p-4">
      <Spinner label={loading} showLabel />
    </div>
  );
}
