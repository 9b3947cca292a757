import { queryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { groupArguments, scopeArgument } from './search-prompts.ts';

/**
 * The number of prompts that a search finds in the person's library, a team or a group of either;
 * 1,001 at most.
 */
export function foundCountQuery(
  userId: string,
  search: string,
  groupId?: string,
  andBelow = false,
  teamId: string | null = null,
) {
  return queryOptions({
    queryKey: queryKeys.prompts.found(
      userId,
      [groupId ?? 'library', andBelow ? 'and below' : '', teamId ?? ''].join(' ').trim(),
      search,
    ),
    queryFn: async ({ signal }): Promise<number> => {
      const group = groupArguments(groupId, andBelow);
      const request = db.rpc('count_prompts', {
        query: search,
        ...scopeArgument(teamId),
        ...group,
      });
      return unwrap(await request.abortSignal(signal));
    },
    staleTime: 5 * 60_000,
  });
}
