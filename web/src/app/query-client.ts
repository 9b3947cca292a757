import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query';
import { DataError, toDataError } from '#web/data/backend/data-error.ts';
import { FreshQueryClient } from '#web/data/cache/fresh-query-client.ts';

const minutes = 60_000;
/** Data whose refetch failed is refetched after so long, and after longer with each failure. */
const failedAgainMs = 15_000;
const longestAgainMs = 5 * minutes;

let current: { readonly userId: string | null; readonly client: QueryClient } | null = null;

/**
 * Returns the user's cache. Each user has their own, so that nobody sees data of another on the
 * same device.
 */
export function queryClientOf(userId: string | null): QueryClient {
  if (current?.userId !== userId) current = { userId, client: createQueryClient() };
  return current.client;
}

/**
 * Creates a client that keeps data fresh for five minutes and doesn't refetch on focus. Offline
 * requests are sent anyway, so that they fail visibly instead of waiting.
 */
function createQueryClient(): QueryClient {
  return new FreshQueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minutes,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
        retry: shouldRetry,
        refetchInterval: ({ state }) =>
          shouldRefetch(state) && Math.min(failedAgainMs * state.errorUpdateCount, longestAgainMs),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * Returns whether to refetch shown data that could not be refetched after a change. A page that
 * could not be read for the first time says so, like a list whose next page could not be read.
 */
function shouldRefetch({ data, error, fetchMeta }: Query['state']): boolean {
  if (data === undefined || error === null || fetchMeta?.fetchMore) return false;
  if (!onlineManager.isOnline()) return false;
  return isPassing(error) || toDataError(error).status === 429;
}

/** Returns whether a failure may be over soon: there was no response, or a server error. */
function isPassing(error: Error): boolean {
  return !(error instanceof DataError) || error.status === 0 || error.status >= 500;
}

/**
 * Returns whether to retry: twice without a response or after a server error, never after a refusal.
 * While the device is offline, a person waits for the explanation.
 */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && onlineManager.isOnline() && isPassing(error);
}
