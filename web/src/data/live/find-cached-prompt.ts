import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { PromptDetail, PromptSummary } from '#web/data/prompts/prompt.ts';
import type { PromptPage } from '#web/data/prompts/prompt-pages.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** Returns a prompt from its page's data or a list; null if none is cached. */
export function findCachedPrompt(client: QueryClient, id: string): PromptSummary | null {
  const detail = client.getQueryData<PromptDetail>(queryKeys.prompts.detail(id));
  if (detail) return detail;
  const lists = client.getQueriesData<InfiniteData<PromptPage>>({
    queryKey: queryKeys.prompts.lists,
  });
  for (const [, list] of lists) {
    const found = list?.pages.flatMap(({ prompts }) => prompts).find((each) => each.id === id);
    if (found) return found;
  }
  return null;
}
