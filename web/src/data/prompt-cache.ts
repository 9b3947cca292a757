import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { promptKeys, type PromptDetail, type PromptPage } from './prompts.ts';

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
