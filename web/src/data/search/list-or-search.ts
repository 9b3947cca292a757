import type { QueryClient } from '@tanstack/react-query';
import { connection } from '#web/data/backend/connection.ts';
import type { Cursor, PromptPage, ReadPage } from '#web/data/prompts/prompt-pages.ts';
import type { GroupPlace } from '#web/data/groups/groups-on-path.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { searchPrompts, type SearchRequest } from './search-prompts.ts';

interface ListContext {
  readonly client: QueryClient;
  /** The owner of the groups that `in:` may name; null for a list without own groups. */
  readonly userId: string | null;
  readonly signal: AbortSignal;
}

/**
 * Reads a page of a search; without a query, of the list itself. Offline, searches the list's
 * cached pages on this device.
 */
export async function listOrSearch(
  request: SearchRequest,
  after: Cursor,
  { client, userId, signal }: ListContext,
  read: ReadPage,
): Promise<PromptPage> {
  if (request.search === '') return read(after, signal);
  try {
    return await searchPrompts(request, after, signal);
  } catch (reason) {
    if (after !== null || signal.aborted || !connection.isOffline()) throw reason;
    // The script may not be cached yet: then the error says that the page is offline.
    const offline = await import('./search-offline-cache.ts').catch(() => null);
    if (offline === null) throw reason;
    const groups = client.getQueryData<readonly GroupPlace[]>(queryKeys.groups.list(userId ?? ''));
    return offline.searchOfflineCache(request.search, read, signal, groups ?? []);
  }
}
