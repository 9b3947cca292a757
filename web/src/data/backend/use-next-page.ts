import { useCallback } from 'react';

/** An infinite query, as far as it fetches pages. */
export interface PagedList {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: (how?: { readonly cancelRefetch: boolean }) => Promise<unknown>;
}

/**
 * Returns a function that fetches the next page of a list. Undefined when there is none, after a
 * failed page, and while the list is fetching: TanStack would drop a page that is requested then.
 */
export function useNextPage(list: PagedList): (() => void) | undefined {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const fetch = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  return hasNextPage && !isFetching && !isFetchNextPageError ? fetch : undefined;
}
