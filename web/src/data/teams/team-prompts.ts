import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import { limits } from '#contract/limits.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { joinPages, type Cursor, type PromptPage } from '#web/data/prompts/lists/prompt-pages.ts';
import type { PromptSort } from '#web/data/prompts/prompt.ts';
import { readSorted } from '#web/data/prompts/lists/sorted-pages.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { listOrSearch } from '#web/data/search/list-or-search.ts';
import { searchPrompts } from '#web/data/search/search-prompts.ts';

/** The key of the lists of a team's prompts. Not in query-keys.ts, which the first page loads. */
export function teamPromptsKey(teamId: string) {
  return [...queryKeys.prompts.lists, 'team', teamId] as const;
}

/** The key of the lists of the prompts of all teams of a person. */
export const promptsOfTeamsKey = [...queryKeys.prompts.lists, 'teams'] as const;

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

/**
 * Pages of the prompts that are shared with a team, in an order; with `search`, of its matches, best
 * first.
 */
export function teamPromptsQuery(
  teamId: string,
  userId: string,
  search: string,
  sort: PromptSort = 'created',
) {
  const isSorted = search === '' && sort !== 'created';
  const read = readSorted({ userId, teamId, size: limits.listPageSize }, sort);
  return infiniteQueryOptions({
    queryKey: [
      ...teamPromptsKey(teamId),
      { search, sort: isSorted ? sort : undefined },
    ] as QueryKey,
    queryFn: (context) => listOrSearch({ kind: 'mine', search, teamId }, context, read),
    initialPageParam: null as Cursor,
    getNextPageParam: (page: PromptPage) => page.next,
    select: joinPages,
    // Changes are followed only while the team's page is open.
    staleTime: 0,
  });
}

/** Pages of the prompts of all teams of the user, newest first; with `search`, of its matches, best first. */
export function promptsOfTeamsQuery(userId: string, search: string) {
  const query = search.trim();
  return infiniteQueryOptions({
    queryKey: [...promptsOfTeamsKey, userId, { search: query }] as QueryKey,
    queryFn: ({ pageParam, signal }) =>
      searchPrompts({ kind: 'teams', search: query }, pageParam, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: (page: PromptPage) => page.next,
    select: joinPages,
    staleTime: 0,
  });
}
