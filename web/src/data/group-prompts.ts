import { infiniteQueryOptions } from '@tanstack/react-query';
import { db } from './client.ts';
import { unwrap } from './fail.ts';
import { newestFirst, nextKey, type PageKey } from './page-by-key.ts';
import { promptKeys, toPrompt, type Prompt } from './prompt.ts';
import { contains } from './text-filter.ts';

interface Page {
  readonly prompts: readonly Prompt[];
  readonly next: PageKey;
}

const pageSize = 30;

/**
 * The prompts of a person's group whose title or content contains `search`, newest first, page after page.
 * Never taken from the cache alone: fetched again on each visit and when the window gets focus.
 */
export function groupPromptsQuery(groupId: string, userId: string, search: string) {
  return infiniteQueryOptions({
    queryKey: [...promptKeys.lists(), 'group', groupId, userId, search],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      let found = db
        .from('prompts')
        .select('*, favorites(user_id), prompt_uses(used_at), groups(name)')
        .eq('group_id', groupId)
        .eq('user_id', userId)
        .is('deleted_at', null)
        .abortSignal(signal);
      if (search !== '') found = found.or(contains(['title', 'content'], search));
      const rows = unwrap(await newestFirst(found, 'created_at', pageParam, pageSize));
      return {
        prompts: rows.map(toPrompt),
        next: nextKey(rows, pageSize, (row) => row.created_at),
      };
    },
    initialPageParam: null as PageKey,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ prompts }) => prompts),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
