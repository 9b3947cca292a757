import { infiniteQueryOptions } from '@tanstack/react-query';
import type { PromptSort } from '#web/data/prompts/prompt.ts';
import { joinPages, type Cursor } from '#web/data/prompts/lists/prompt-pages.ts';
import { readSorted } from '#web/data/prompts/lists/sorted-pages.ts';
import { listOrSearch } from '#web/data/search/list-or-search.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import type { Group } from './groups.ts';

const size = 30;

/**
 * Pages of the prompts of a group, and of those below it by choice, in an order; or of those that
 * match `search`, best first. Refetched on each visit and when the window gets focus.
 */
export function groupPromptsQuery(
  group: Pick<Group, 'id' | 'teamId'>,
  userId: string,
  search: string,
  sort: PromptSort,
  andBelow: boolean,
) {
  const { id: groupId, teamId } = group;
  const team = teamId === null ? {} : { teamId };
  const read = readSorted({ userId, groupId, andBelow, size, ...team }, sort);
  return infiniteQueryOptions({
    queryKey: queryKeys.prompts.group(groupId, userId, {
      search,
      sort: search === '' ? sort : undefined,
      andBelow,
    }),
    queryFn: (context) =>
      listOrSearch({ kind: 'mine', search, groupId, andBelow, ...team }, context, read),
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }) => next,
    select: joinPages,
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}
