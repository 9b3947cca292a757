import { useCallback } from 'react';

interface PagedList {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: (how: { readonly cancelRefetch: boolean }) => Promise<unknown>;
}

/**
 * What fetches the next page of a list that is scrolled to its end. Absent where there is none, after one that failed,
 * and while anything of the list is on its way: a page asked for then would never come.
 */
export function useNextPage(list: PagedList): (() => void) | undefined {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const fetch = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  return hasNextPage && !isFetching && !isFetchNextPageError ? fetch : undefined;
}
