import { infiniteQueryOptions } from '@tanstack/react-query';
import { db } from './client.ts';
import { unwrap } from './fail.ts';
import { newestFirst, nextKey, type PageKey } from './page-by-key.ts';
import { promptKeys, toPrompt } from './prompt.ts';
import { type Cursor, type PromptPage, searchPrompts } from './search-prompts.ts';

const pageSize = 30;

/**
 * The prompts of a person's group, newest first, or those that `search` finds, page after page.
 * Never taken from the cache alone: fetched again on each visit and when the window gets focus.
 */
export function groupPromptsQuery(groupId: string, userId: string, search: string) {
  return infiniteQueryOptions({
    queryKey: [...promptKeys.lists(), 'group', groupId, userId, search],
    queryFn: async ({ pageParam, signal }): Promise<PromptPage> => {
      if (search !== '') return searchPrompts('mine', search, pageParam, signal, groupId);
      const [at, id] = pageParam ?? [];
      const after: PageKey = at === undefined || id === undefined ? null : [at, id];
      const all = db
        .from('prompts')
        .select('*, favorites(user_id), prompt_uses(used_at), groups(name)')
        .eq('group_id', groupId)
        .eq('user_id', userId)
        .is('deleted_at', null)
        .abortSignal(signal);
      const rows = unwrap(await newestFirst(all, 'created_at', after, pageSize));
      return {
        prompts: rows.map(toPrompt),
        next: nextKey(rows, pageSize, (row) => row.created_at),
        typoForgiven: false,
      };
    },
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      prompts: pages.flatMap(({ prompts }) => prompts),
      typoForgiven: pages[0]?.typoForgiven ?? false,
    }),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
