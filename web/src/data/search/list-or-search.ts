import type { QueryClient } from '@tanstack/react-query';
import { connection } from '#web/data/backend/connection.ts';
import type { Cursor, PromptPage, ReadPage } from '#web/data/prompts/lists/prompt-pages.ts';
import { searchPrompts, type SearchRequest } from './search-prompts.ts';

/** The context of a list's query. */
interface ListContext {
  readonly client: QueryClient;
  readonly pageParam: Cursor;
  readonly signal: AbortSignal;
}

/**
 * Reads a page of a search; without a query, of the list itself. Offline, searches the list's
 * cached pages on this device.
 */
export async function listOrSearch(
  request: SearchRequest,
  { client, pageParam: after, signal }: ListContext,
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
    return offline.searchOfflineCache(request.search, read, signal, client);
  }
}
