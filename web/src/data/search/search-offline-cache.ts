import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import type { GroupPlace } from '#web/data/groups/groups-on-path.ts';
import { searchInMemory } from './search-in-memory.ts';
import type { Cursor, PromptPage, ReadPage } from '#web/data/prompts/prompt-pages.ts';

/**
 * Searches the cached pages of a list. Throws the list's own error when its first page is not
 * cached.
 */
export async function searchOfflineCache(
  search: string,
  read: ReadPage,
  signal: AbortSignal,
  groups: readonly GroupPlace[],
): Promise<PromptPage> {
  const first = await read(null, signal);
  const cached: PromptSummary[] = [...first.prompts];
  let next: Cursor = first.next;
  while (next !== null) {
    try {
      const page: PromptPage = await read(next, signal);
      cached.push(...page.prompts);
      next = page.next;
    } catch {
      next = null;
    }
  }
  const { items, typoForgiven } = searchInMemory(cached, search, groups);
  return { prompts: items, next: null, typoForgiven, fromOfflineCache: true };
}
