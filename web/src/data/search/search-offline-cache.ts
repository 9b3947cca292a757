import type { QueryClient } from '@tanstack/react-query';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import type { GroupPlace } from '#text/group-path.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { storedSession } from '#web/data/session/stored-session.ts';
import { searchInMemory } from './search-in-memory.ts';
import type { Cursor, PromptPage, ReadPage } from '#web/data/prompts/lists/prompt-pages.ts';

/**
 * Searches the cached pages of a list; `in:` names the cached groups of the person. Throws the
 * list's own error when its first page is not cached.
 */
export async function searchOfflineCache(
  search: string,
  read: ReadPage,
  signal: AbortSignal,
  client: QueryClient,
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
  const groupsKey = queryKeys.groups.list(storedSession()?.user.id ?? '');
  const groups = client.getQueryData<readonly GroupPlace[]>(groupsKey) ?? [];
  const { items, typoForgiven } = searchInMemory(cached, search, groups);
  return { prompts: items, next: null, typoForgiven, fromOfflineCache: true };
}
