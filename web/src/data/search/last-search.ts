import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * The last query string of each path. Stored by the user's cache, so that the next user doesn't get
 * it.
 */
const lastSearches = new WeakMap<QueryClient, Map<string, string>>();

/** Remembers the page's query string for {@link useLastSearch}. */
export function useRememberSearch(): void {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const ofClient = lastSearches.get(client) ?? new Map<string, string>();
    lastSearches.set(client, ofClient.set(pathname, search));
  }, [client, pathname, search]);
}

/** Returns the URL of a page with its last query string, for links back to it. */
export function useLastSearch(path: string): string {
  return path + (lastSearches.get(useQueryClient())?.get(path) ?? '');
}
