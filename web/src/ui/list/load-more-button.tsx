import { Button } from '#web/ui/form/button.tsx';
import type { PagedQuery } from './list-end.tsx';

interface LoadMoreButtonProps {
  readonly list: PagedQuery & { readonly hasNextPage: boolean };
  /** Says that the next page could not be loaded. */
  readonly failure: string;
}

/** The end of a list whose next page is loaded on request; nothing after the last page. */
export function LoadMoreButton({ list, failure }: LoadMoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className="p-3 text-center">
      <Button size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Load more
      </Button>
      {list.isFetchNextPageError ? (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          {failure}
        </p>
      ) : null}
    </div>
  );
}
