import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { changeInPlace } from '#web/data/cache/change-in-place.ts';
import { type PromptDetail, type PromptSummary } from './prompt.ts';
import type { PromptPage } from './lists/prompt-pages.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** Updates a prompt in every cached list and page, without a request. */
export function updateCachedPrompt(
  client: QueryClient,
  id: string,
  change: Partial<Omit<PromptDetail, 'id'>>,
): void {
  changeCached(client, (prompt) => prompt.id === id, queryKeys.prompts.detail(id), change);
  for (const key of [queryKeys.prompts.starred, queryKeys.prompts.lastUsed]) {
    changeInPlace<readonly Pick<PromptSummary, 'id'>[]>(client, key, (prompts) =>
      prompts.some((each) => each.id === id)
        ? prompts.map((each) => (each.id === id ? { ...each, ...change } : each))
        : prompts,
    );
  }
}

/** Updates a group's name in every cached prompt of it. */
export function renameCachedGroup(client: QueryClient, id: string, groupName: string): void {
  const { details } = queryKeys.prompts;
  changeCached(client, (prompt) => prompt.groupId === id, details, { groupName });
}

type PromptTest = (prompt: PromptSummary) => boolean;

function changeCached(
  client: QueryClient,
  matches: PromptTest,
  pages: QueryKey,
  change: Partial<Omit<PromptDetail, 'id'>>,
): void {
  changeCachedLists(client, matches, (prompts) =>
    prompts.map((each) => (matches(each) ? { ...each, ...change } : each)),
  );
  changeInPlace<PromptDetail>(client, pages, (prompt) =>
    matches(prompt) ? { ...prompt, ...change } : prompt,
  );
}

function changeCachedLists(
  client: QueryClient,
  matches: PromptTest,
  change: (prompts: readonly PromptSummary[]) => readonly PromptSummary[],
): void {
  changeInPlace<InfiniteData<PromptPage>>(client, queryKeys.prompts.lists, (list) =>
    list.pages.some((page) => page.prompts.some(matches))
      ? {
          ...list,
          pages: list.pages.map((page) => ({ ...page, prompts: change(page.prompts) })),
        }
      : list,
  );
}

/** Returns what the cached lists hold of a prompt. */
export function listedPrompts(client: QueryClient, id: string | undefined): PromptSummary[] {
  return client
    .getQueriesData<InfiniteData<PromptPage>>({ queryKey: queryKeys.prompts.lists })
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(({ prompts }) => prompts.filter((prompt) => prompt.id === id));
}

/** Lists of up to this many pages are refetched after a save; longer ones are changed in place. */
const maxRefetchedPages = 5;

/** Returns whether a refetch of a list takes a few requests, and not hundreds. */
export function hasFewPages({ state: { data } }: Query): boolean {
  const pages: unknown = typeof data === 'object' && data !== null && 'pages' in data && data.pages;
  return !Array.isArray(pages) || pages.length <= maxRefetchedPages;
}

/** Returns whether a list is searched with a filter such as 'is:', which a change may affect. */
export function isSearchedWith(filter: string): (list: Query) => boolean {
  return ({ queryKey }) => JSON.stringify(queryKey).toLowerCase().includes(filter);
}

/** Returns whether the list of the person's prompts is too long to be refetched. */
export function hasManyPages(client: QueryClient, userId: string): boolean {
  const list = client
    .getQueryCache()
    .find({ queryKey: queryKeys.prompts.list('mine', userId, '') });
  return list !== undefined && !hasFewPages(list);
}

/** Adds a new prompt at the top of the person's cached list. */
export function addCachedPrompt(client: QueryClient, userId: string, prompt: PromptDetail): void {
  const queryKey = queryKeys.prompts.list('mine', userId, '');
  changeInPlace<InfiniteData<PromptPage>>(client, queryKey, (list) => {
    const [first, ...rest] = list.pages;
    if (!first || hasPrompt(list, prompt.id)) return list;
    return { ...list, pages: [{ ...first, prompts: [prompt, ...first.prompts] }, ...rest] };
  });
}

/** Removes a prompt from every cached list at once. */
export function removeListedPrompt(client: QueryClient, id: string): void {
  changeCachedLists(
    client,
    (prompt) => prompt.id === id,
    (prompts) => prompts.filter((each) => each.id !== id),
  );
}

/** The same, and removes its page's data. */
export function removeCachedPrompt(client: QueryClient, id: string): void {
  removeListedPrompt(client, id);
  client.removeQueries({ queryKey: queryKeys.prompts.detail(id) });
}

function hasPrompt(list: InfiniteData<PromptPage>, id: string): boolean {
  return list.pages.some((page) => page.prompts.some((prompt) => prompt.id === id));
}
