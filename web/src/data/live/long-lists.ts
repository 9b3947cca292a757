import type { Query, QueryClient } from '@tanstack/react-query';
import { hasFewPages } from '#web/data/prompts/prompt-cache.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { type Changed, offerRefresh } from './held-refreshes.ts';

/**
 * Marks lists of many pages as out of date after a change elsewhere. A refetch takes a request for
 * each page, so the person is asked before a list that is shown is refetched. Others are when they
 * are opened again. `isConcerned` selects less.
 */
export function offerLongLists(
  client: QueryClient,
  changed: Changed,
  isConcerned: (list: Query) => boolean = () => true,
): void {
  void client.invalidateQueries({
    queryKey: queryKeys.prompts.lists,
    predicate: (list) => !hasFewPages(list) && !isFeed(list) && isConcerned(list),
    refetchType: 'none',
  });
  const outdated = {
    queryKey: queryKeys.prompts.lists,
    type: 'active',
    predicate: isOutdated,
  } as const;
  if (client.getQueryCache().findAll(outdated).length === 0) return;
  const withdraw = offerRefresh(changed, () => void client.refetchQueries(outdated), 'long lists');
  const stop = client.getQueryCache().subscribe(() => {
    if (client.getQueryCache().findAll(outdated).length > 0) return;
    stop();
    withdraw();
  });
}

function isOutdated(list: Query): boolean {
  return !hasFewPages(list) && list.state.isInvalidated;
}

/** Returns whether a list is of the community, whose changes aren't followed. */
export function isFeed({ queryKey }: Query): boolean {
  return queryKey[queryKeys.prompts.lists.length] === 'community';
}
