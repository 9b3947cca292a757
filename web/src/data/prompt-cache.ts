import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { promptKeys, type PromptDetail } from './prompt.ts';
import type { PromptPage } from './prompt-pages.ts';

/** Changes a prompt wherever it is cached, before or without asking the server again. */
export function changeCachedPrompt(
  client: QueryClient,
  id: string,
  change: Partial<Omit<PromptDetail, 'id'>>,
): void {
  client.setQueriesData<InfiniteData<PromptPage>>({ queryKey: promptKeys.lists() }, (list) =>
    list && holds(list, id)
      ? {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            prompts: page.prompts.map((each) => (each.id === id ? { ...each, ...change } : each)),
          })),
        }
      : list,
  );
  client.setQueryData<PromptDetail>(promptKeys.detail(id), (prompt) =>
    prompt ? { ...prompt, ...change } : prompt,
  );
}

/** So many pages are fetched again after a save; what was scrolled further is changed in place. */
const fewPages = 5;

/** Whether fetching a list again is a few requests, and not hundreds. */
export function isShort({ state: { data } }: Query): boolean {
  const pages: unknown = typeof data === 'object' && data !== null && 'pages' in data && data.pages;
  return !Array.isArray(pages) || pages.length <= fewPages;
}

/** Whether a list was searched with a filter such as 'is:', by which a prompt may have come or gone. */
export function asksFor(filter: string): (list: Query) => boolean {
  return ({ queryKey }) => JSON.stringify(queryKey).toLowerCase().includes(filter);
}

/** Whether a list of the person's prompts was scrolled so far that it is not fetched again. */
export function isScrolledFar(client: QueryClient, userId: string): boolean {
  const list = client.getQueryCache().find({ queryKey: promptKeys.list('mine', userId, '') });
  return list !== undefined && !isShort(list);
}

/** Puts a new prompt at the top of the person's list, where that is cached. */
export function addCachedPrompt(client: QueryClient, userId: string, prompt: PromptDetail): void {
  client.setQueryData<InfiniteData<PromptPage>>(promptKeys.list('mine', userId, ''), (list) => {
    const [first, ...rest] = list?.pages ?? [];
    if (!list || !first || holds(list, prompt.id)) return list;
    return { ...list, pages: [{ ...first, prompts: [prompt, ...first.prompts] }, ...rest] };
  });
}

/** Takes a prompt out of every cached list, so that it is gone at once. */
export function dropCachedPrompt(client: QueryClient, id: string): void {
  client.setQueriesData<InfiniteData<PromptPage>>({ queryKey: promptKeys.lists() }, (list) =>
    list && holds(list, id)
      ? {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            prompts: page.prompts.filter((each) => each.id !== id),
          })),
        }
      : list,
  );
  client.removeQueries({ queryKey: promptKeys.detail(id) });
}

function holds(list: InfiniteData<PromptPage>, id: string): boolean {
  return list.pages.some((page) => page.prompts.some((each) => each.id === id));
}
