import { infiniteQueryOptions } from '@tanstack/react-query';
import { db } from './client.ts';
import { unwrap } from './fail.ts';
import { afterKey, type KeyedRow } from './page-by-key.ts';
import { promptKeys, toPrompt, type Prompt } from './prompts.ts';
import { contains } from './text-filter.ts';

interface Page {
  readonly prompts: readonly Prompt[];
  readonly next: KeyedRow | null;
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
      let page = db
        .from('prompts')
        .select('*, favorites(user_id), prompt_uses(used_at), groups(name)')
        .eq('group_id', groupId)
        .eq('user_id', userId)
        .is('deleted_at', null)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(pageSize)
        .abortSignal(signal);
      if (pageParam) page = page.or(afterKey(pageParam));
      if (search !== '') page = page.or(contains(['title', 'content'], search));
      const rows = unwrap(await page);
      const last = rows.length === pageSize ? rows.at(-1) : undefined;
      return {
        prompts: rows.map(toPrompt),
        next: last ? { id: last.id, created_at: last.created_at } : null,
      };
    },
    initialPageParam: null as KeyedRow | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ prompts }) => prompts),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
