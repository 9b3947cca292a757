import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { newestFirst } from '#web/data/backend/keyset-pages.ts';
import {
  joinPages,
  keyedPage,
  timeKeyOf,
  type Cursor,
  type ReadPage,
} from '#web/data/prompts/prompt-pages.ts';
import { promptColumns } from '#web/data/prompts/select-own-prompts.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { listOrSearch } from '#web/data/search/list-or-search.ts';

const size = 30;

/** The key of the lists of a team's prompts. Not in query-keys.ts, which the first page loads. */
export function teamPromptsKey(teamId: string) {
  return [...queryKeys.prompts.lists, 'team', teamId] as const;
}

/** A team that some of the user's prompts are shared with. */
export interface TeamOfPrompts {
  readonly teamId: string;
  /** Null for a team that the user left. */
  readonly teamName: string | null;
  readonly count: number;
}

/** The teams that some of the user's prompts are shared with. */
export function teamsOfPromptsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [...queryKeys.prompts.all, 'teams-of', ids],
    queryFn: async ({ signal }): Promise<TeamOfPrompts[]> => {
      const request = db.rpc('teams_of_prompts', { ids: [...ids] });
      return unwrap(await request.abortSignal(signal)).map((row) => ({
        teamId: row.team_id,
        teamName: row.team_name,
        count: row.prompts,
      }));
    },
    staleTime: 0,
  });
}

/** Pages of the prompts that are shared with a team, newest first; with `search`, of its matches. */
export function teamPromptsQuery(teamId: string, search = '') {
  const read: ReadPage = async (after, signal) => {
    const shared = db
      .from('prompts')
      .select(promptColumns)
      .eq('team_id', teamId)
      .is('deleted_at', null);
    const page = newestFirst(shared, 'created_at', timeKeyOf(after), size);
    return keyedPage(unwrap(await page.abortSignal(signal)), size, (row) => row.created_at);
  };
  return infiniteQueryOptions({
    queryKey: [...teamPromptsKey(teamId), { search }],
    queryFn: (context) => listOrSearch({ kind: 'mine', search, teamId }, context, read),
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }) => next,
    select: joinPages,
    staleTime: 0,
  });
}
