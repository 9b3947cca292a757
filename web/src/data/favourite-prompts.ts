import { infiniteQueryOptions } from '@tanstack/react-query';
import { limits } from '#contract/limits.ts';
import { db } from './client.ts';
import { unwrap } from './fail.ts';
import { afterKey, type KeyedRow } from './page-by-key.ts';
import { promptKeys, toPrompt, type Prompt } from './prompts.ts';

interface Page {
  readonly prompts: readonly Prompt[];
  readonly next: KeyedRow | null;
}

/**
 * The person's favourites with their groups, newest first, page after page: whole prompts, which the favourites page
 * sorts, filters and groups by itself. Of favourites and uses, policies show only one's own.
 */
export function favouritePromptsQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: [...promptKeys.lists(), 'favourites', userId, 'whole'],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      let page = db
        .from('prompts')
        .select('*, favorites!inner(user_id), prompt_uses(used_at), groups(id, name, description)')
        .eq('favorites.user_id', userId)
        .is('deleted_at', null)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(limits.listPageSize)
        .abortSignal(signal);
      if (pageParam) page = page.or(afterKey(pageParam));
      const rows = unwrap(await page);
      const last = rows.length === limits.listPageSize ? rows.at(-1) : undefined;
      return {
        prompts: rows.map(toPrompt),
        next: last ? { id: last.id, created_at: last.created_at } : null,
      };
    },
    initialPageParam: null as KeyedRow | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ prompts }) => prompts),
    retry: 1,
  });
}
