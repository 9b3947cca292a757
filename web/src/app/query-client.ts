import { QueryClient } from '@tanstack/react-query';
import { DataError } from '#web/data/backend/data-error.ts';

const minutes = 60_000;

let current: { readonly userId: string | null; readonly client: QueryClient } | null = null;

/** One cache a person: what one has seen is never shown to the next on the same device. */
export function queryClientOf(userId: string | null): QueryClient {
  if (current?.userId !== userId) current = { userId, client: createQueryClient() };
  return current.client;
}

/**
 * Shared data is fresh for five minutes and not fetched again when the window gets focus. Without a
 * connection a request is tried all the same: it fails, which is said, instead of waiting unseen.
 */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minutes,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
        retry: mayHelp,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** A request that got no answer, or a busy server's, is worth asking again, twice; a refusal is not. */
function mayHelp(failures: number, error: Error): boolean {
  if (failures >= 2) return false;
  return !(error instanceof DataError) || error.status === 0 || error.status >= 500;
}
