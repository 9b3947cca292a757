import { Button } from '#web/ui/form/button.tsx';
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
      <p role="alert" className="flex flex-wrap items-center justify-center gap-3 p-4 text-sm">
        The rest of the list could not be loaded.
        <Button size="small" onClick={() => void list.fetchNextPage()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!list.isFetchingNextPage) return null;
  return (
    <div className="grid place-items-center p-4">
      <Spinner label={loading} showLabel />
    </div>
  );
}
