import { infiniteQueryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { newestFirst } from '#web/data/backend/keyset-pages.ts';
import { joinPages, keyedPage, timeKeyOf, type Cursor } from '#web/data/prompts/prompt-pages.ts';
import { promptColumns } from '#web/data/prompts/select-own-prompts.ts';
import { queryKeys } from '#web/data/query-keys.ts';

const size = 30;

/** Pages of the prompts that are shared with a team, newest first. */
export function teamPromptsQuery(teamId: string) {
  return infiniteQueryOptions({
    queryKey: queryKeys.prompts.team(teamId),
    queryFn: async ({ pageParam, signal }) => {
      const shared = db
        .from('prompts')
        .select(promptColumns)
        .eq('team_id', teamId)
        .is('deleted_at', null);
      const page = newestFirst(shared, 'created_at', timeKeyOf(pageParam), size);
      return keyedPage(unwrap(await page.abortSignal(signal)), size, (row) => row.created_at);
    },
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }) => next,
    select: joinPages,
    staleTime: 0,
  });
}
