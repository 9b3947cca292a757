import { infiniteQueryOptions } from '@tanstack/react-query';
import { limits } from '#contract/limits.ts';
import { db } from './client.ts';
import { unwrap } from './fail.ts';
import { newestFirst, nextKey, type PageKey } from './page-by-key.ts';
import { promptKeys, toPrompt, type Prompt } from './prompt.ts';

interface Page {
  readonly prompts: readonly Prompt[];
  readonly next: PageKey;
}

/**
 * The person's favourites with their groups, newest first, page after page: whole prompts, which the favourites page
 * sorts, filters and groups by itself. Of favourites and uses, policies show only one's own.
 */
export function favouritePromptsQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [...promptKeys.lists(), 'favourites', userId, 'whole'],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const marked = db
        .from('prompts')
        .select('*, favorites!inner(user_id), prompt_uses(used_at), groups(id, name, description)')
        .eq('favorites.user_id', userId)
        .is('deleted_at', null)
        .abortSignal(signal);
      const size = limits.listPageSize;
      const rows = unwrap(await newestFirst(marked, 'created_at', pageParam, size));
      return { prompts: rows.map(toPrompt), next: nextKey(rows, size, (row) => row.created_at) };
    },
    initialPageParam: null as PageKey,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ prompts }) => prompts),
    retry: 1,
  });
}
