import { connection } from '#web/data/backend/connection.ts';
import type { Cursor, PromptPage, ReadPage } from '#web/data/prompts/prompt-pages.ts';
import { searchPrompts, type SearchRequest } from './search-prompts.ts';

/**
 * A page of what a list has for the words of a search; without words, of the list itself. Without a line, what that
 * list showed last is searched on the device.
 */
export async function listOrSearch(
  search: SearchRequest,
  after: Cursor,
  signal: AbortSignal,
  read: ReadPage,
): Promise<PromptPage> {
  if (search.search === '') return read(after, signal);
  try {
    return await searchPrompts(search, after, signal);
  } catch (reason) {
    if (after !== null || signal.aborted || !connection.isOffline()) throw reason;
    // A device that has not kept that script yet only says that there is no line.
    const seen = await import('./search-offline-cache.ts').catch(() => null);
    if (seen === null) throw reason;
    return seen.searchOfflineCache(search.search, read, signal);
  }
}
