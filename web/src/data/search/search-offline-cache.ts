import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { searchInMemory } from './search-in-memory.ts';
import type { Cursor, PromptPage, ReadPage } from '#web/data/prompts/prompt-pages.ts';

/** What a search finds in a list as far as it was seen. Throws what the list throws when nothing of it was. */
export async function searchOfflineCache(
  search: string,
  read: ReadPage,
  signal: AbortSignal,
): Promise<PromptPage> {
  const first = await read(null, signal);
  const seen: PromptSummary[] = [...first.prompts];
  let next: Cursor = first.next;
  while (next !== null) {
    try {
      const page: PromptPage = await read(next, signal);
      seen.push(...page.prompts);
      next = page.next;
    } catch {
      next = null;
    }
  }
  const { items, typoForgiven } = searchInMemory(seen, search);
  return { prompts: items, next: null, typoForgiven, fromOfflineCache: true };
}
