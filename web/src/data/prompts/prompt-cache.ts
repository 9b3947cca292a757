import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { type PromptDetail, type PromptSummary } from './prompt.ts';
import type { PromptPage } from './prompt-pages.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** Changes a prompt wherever it is cached, before or without asking the server again. */
export function updateCachedPrompt(
  client: QueryClient,
  id: string,
  change: Partial<Omit<PromptDetail, 'id'>>,
): void {
  changeCached(client, (prompt) => prompt.id === id, change);
}

/** Writes a group's new name wherever one of its prompts is cached. */
export function renameCachedGroup(client: QueryClient, id: string, groupName: string): void {
  changeCached(client, (prompt) => prompt.groupId === id, { groupName });
}

type CachedTest = (prompt: PromptSummary) => boolean;

function changeCached(
  client: QueryClient,
  concerned: CachedTest,
  change: Partial<Omit<PromptDetail, 'id'>>,
): void {
  changeCachedLists(client, concerned, (prompts) =>
    prompts.map((each) => (concerned(each) ? { ...each, ...change } : each)),
  );
  changeInPlace<PromptDetail>(client, queryKeys.prompts.details, (prompt) =>
    concerned(prompt) ? { ...prompt, ...change } : prompt,
  );
}

function changeCachedLists(
  client: QueryClient,
  concerned: CachedTest,
  change: (prompts: readonly PromptSummary[]) => readonly PromptSummary[],
): void {
  changeInPlace<InfiniteData<PromptPage>>(client, queryKeys.prompts.lists, (list) =>
    list.pages.some((page) => page.prompts.some(concerned))
      ? {
          ...list,
          pages: list.pages.map((page) => ({ ...page, prompts: change(page.prompts) })),
        }
      : list,
  );
}

/** Changes what is cached. It stays as old as it was, and what was to be fetched again still is. */
function changeInPlace<Data>(
  client: QueryClient,
  among: QueryKey,
  change: (data: Data) => Data,
): void {
  for (const [queryKey, data] of client.getQueriesData<Data>({ queryKey: among })) {
    const changed = data && change(data);
    const before = client.getQueryState(queryKey);
    if (changed === data || !before) continue;
    client.setQueryData(queryKey, changed, { updatedAt: before.dataUpdatedAt });
    if (before.isInvalidated) {
      void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    }
  }
}

/** So many pages are fetched again after a save; what was scrolled further is changed in place. */
const fewPages = 5;

/** Whether fetching a list again is a few requests, and not hundreds. */
export function hasFewPages({ state: { data } }: Query): boolean {
  const pages: unknown = typeof data === 'object' && data !== null && 'pages' in data && data.pages;
  return !Array.isArray(pages) || pages.length <= fewPages;
}

/** Whether a list was searched with a filter such as 'is:', by which a prompt may have come or gone. */
export function isSearchedWith(filter: string): (list: Query) => boolean {
  return ({ queryKey }) => JSON.stringify(queryKey).toLowerCase().includes(filter);
}

/** Whether a list of the person's prompts was scrolled so far that it is not fetched again. */
export function hasManyPages(client: QueryClient, userId: string): boolean {
  const list = client
    .getQueryCache()
    .find({ queryKey: queryKeys.prompts.list('mine', userId, '') });
  return list !== undefined && !hasFewPages(list);
}

/** Puts a new prompt at the top of the person's list, where that is cached. */
export function addCachedPrompt(client: QueryClient, userId: string, prompt: PromptDetail): void {
  client.setQueryData<InfiniteData<PromptPage>>(
    queryKeys.prompts.list('mine', userId, ''),
    (list) => {
      const [first, ...rest] = list?.pages ?? [];
      if (!list || !first || holds(list, prompt.id)) return list;
      return { ...list, pages: [{ ...first, prompts: [prompt, ...first.prompts] }, ...rest] };
    },
  );
}

/** Takes a prompt out of every cached list, so that it is gone at once. */
export function removeCachedPrompt(client: QueryClient, id: string): void {
  changeCachedLists(
    client,
    (prompt) => prompt.id === id,
    (prompts) => prompts.filter((each) => each.id !== id),
  );
  client.removeQueries({ queryKey: queryKeys.prompts.detail(id) });
}

function holds(list: InfiniteData<PromptPage>, id: string): boolean {
  return list.pages.some((page) => page.prompts.some((prompt) => prompt.id === id));
}
