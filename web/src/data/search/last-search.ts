import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Of each page, what stood behind its path last; with the person's cache, so that the next one does not find it. */
const seen = new WeakMap<QueryClient, Map<string, string>>();

/** Notes what the page is searched for, for {@link useLastSearch}. */
export function useRememberSearch(): void {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  useEffect(() => {
    seen.set(client, (seen.get(client) ?? new Map<string, string>()).set(pathname, search));
  }, [client, pathname, search]);
}

/** The address of a page as it was left, with what it was searched for: where 'Back' leads. */
export function useLastSearch(path: string): string {
  return path + (seen.get(useQueryClient())?.get(path) ?? '');
}
