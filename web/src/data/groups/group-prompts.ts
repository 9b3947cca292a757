import { infiniteQueryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { newestFirst, nextKey, type PageKey } from '#web/data/backend/keyset-pages.ts';
import { toPrompt } from '#web/data/prompts/prompt.ts';
import { joinPages, type Cursor, type ReadPage } from '#web/data/prompts/prompt-pages.ts';
import { listOrSearch } from '#web/data/search/list-or-search.ts';
import { promptColumns } from '#web/data/prompts/select-own-prompts.ts';
import { queryKeys } from '#web/data/query-keys.ts';

const pageSize = 30;

/**
 * Pages of the prompts of a person's group, newest first, or of those that match `search`.
 * Refetched on each visit and when the window gets focus.
 */
export function groupPromptsQuery(groupId: string, userId: string, search: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.prompts.group(groupId, userId, search),
    queryFn: ({ pageParam, signal }) =>
      listOrSearch(
        { kind: 'mine', search, groupId },
        pageParam,
        signal,
        readGroup(groupId, userId),
      ),
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }) => next,
    select: joinPages,
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

function readGroup(groupId: string, userId: string): ReadPage {
  return async (pageParam, signal) => {
    const [at, id] = pageParam ?? [];
    const after: PageKey = at === undefined || id === undefined ? null : [at, id];
    const all = db
      .from('prompts')
      .select(promptColumns)
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
  };
}
