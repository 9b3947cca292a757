import type { InvalidateQueryFilters, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { refetchFavourites } from '#web/data/prompts/favorites.ts';
import { hasFewPages, isSearchedWith } from '#web/data/prompts/prompt-cache.ts';
import { refetchTexts, refreshLists } from '#web/data/prompts/prompt-mutations.ts';
import { proposalKeys } from '#web/data/proposals/proposal-keys.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { isShown } from './is-shown.ts';
import { isFeed, offerLongLists } from './long-lists.ts';

/** Which data to refetch because rows came, went or changed their order; 'counts' moves no row. */
export type Refresh =
  | 'prompts'
  | 'order'
  | 'uses'
  | 'counts'
  | 'favourites'
  | 'groups'
  | 'chains'
  | 'runs';

/** Refetches what changes of rows left to do. */
export async function refreshAfterChanges(
  client: QueryClient,
  refreshes: ReadonlySet<Refresh>,
): Promise<void> {
  const work: Promise<void>[] = [];
  if (refreshes.has('prompts')) {
    work.push(refreshLists(client, hasFewPages));
    offerLongLists(client, 'library');
  } else if (refreshes.has('counts')) work.push(refreshLists(client, isDeletedList));
  if (refreshes.has('order') && !refreshes.has('prompts')) {
    work.push(refetchLists(client, isArranged), refetchTexts(client));
  }
  if (refreshes.has('uses') && !refreshes.has('prompts')) {
    work.push(
      refetchLists(client, dependsOnUse),
      client.invalidateQueries({ queryKey: queryKeys.prompts.lastUsed }),
    );
  }
  if (refreshes.has('favourites')) {
    work.push(refetchFavourites(client));
  }
  if (refreshes.has('groups')) {
    work.push(client.invalidateQueries({ queryKey: queryKeys.groups.all }));
  }
  if (refreshes.has('runs')) {
    work.push(client.invalidateQueries({ queryKey: queryKeys.chainRuns.all }));
  }
  if (refreshes.has('chains') || refreshes.has('runs')) {
    work.push(client.invalidateQueries({ queryKey: queryKeys.chains.all }));
  }
  await Promise.all(work);
}

/** Refetches lists of prompts, or offers to where that takes many requests. */
async function refetchLists(
  client: QueryClient,
  isConcerned: (list: Query) => boolean,
): Promise<void> {
  offerLongLists(client, 'library', isConcerned);
  await client.invalidateQueries({
    queryKey: queryKeys.prompts.lists,
    predicate: (list) => isConcerned(list) && hasFewPages(list),
  });
}

const livePrefixes: readonly unknown[] = [
  queryKeys.prompts.all[0],
  queryKeys.groups.all[0],
  queryKeys.chains.all[0],
  queryKeys.chainRuns.all[0],
  queryKeys.comments.all[0],
  queryKeys.attachments.all[0],
  queryKeys.labels.all[0],
  queryKeys.teams.all[0],
  proposalKeys.all[0],
  queryKeys.versions.ofPrompt('')[0],
];

/**
 * Refetches all that is followed, after changes may have been missed, except lists of many pages.
 * `filters` selects less.
 */
export async function refreshAll(
  client: QueryClient,
  filters?: InvalidateQueryFilters,
): Promise<void> {
  await client.invalidateQueries({
    ...filters,
    predicate: (query) => livePrefixes.includes(query.queryKey[0]) && hasFewPages(query),
  });
}

/** The lists whose rows are followed. */
export const followedLists: readonly QueryKey[] = [
  queryKeys.prompts.lists,
  queryKeys.groups.lists,
  queryKeys.chains.lists,
  queryKeys.chainRuns.lists,
];

/** The data of pages and forms, which moves no rows. */
export const followedDetails: readonly QueryKey[] = [
  queryKeys.prompts.details,
  queryKeys.chains.details,
];

/**
 * Refetches what the page shows of these, and returns whether it has changed, or may have where that
 * failed. The rest need not be refetched if not: on most pages nothing changes between their first
 * read and the subscription.
 */
export async function refetchChanged(
  client: QueryClient,
  prefixes: readonly QueryKey[],
): Promise<boolean> {
  const shown = prefixes
    .flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, type: 'active' }))
    .filter((query) => hasFewPages(query) && !isFeed(query));
  const before = shown.map(({ state }) => state.data);
  await client.invalidateQueries({ predicate: (query) => shown.includes(query) });
  return shown.some(
    ({ state }, index) =>
      state.data !== before[index] || (state.data !== undefined && state.error !== null),
  );
}

/** Returns whether a page shows prompts in the order of their last use, or filtered by it. */
export function isArrangedByUse(client: QueryClient): boolean {
  const lists = client.getQueryCache().findAll({ queryKey: queryKeys.prompts.lists });
  return lists.some((list) => list.getObserversCount() > 0 && dependsOnUse(list));
}

/** The data whose rows a refetch may move. The rest is in the sidebar, and so on every page. */
const lists: Partial<Record<Refresh, readonly QueryKey[]>> = {
  prompts: [queryKeys.prompts.lists, queryKeys.prompts.lastUsed],
  order: [queryKeys.prompts.lists, queryKeys.prompts.lastUsed],
  uses: [queryKeys.prompts.lists, queryKeys.prompts.lastUsed],
  chains: [queryKeys.chains.all],
  runs: [queryKeys.chains.all, queryKeys.chainRuns.all],
};

/** Returns whether a refetch may move rows of the page. Lists that it doesn't show move nothing. */
export function movesRows(client: QueryClient, refreshes: ReadonlySet<Refresh>): boolean {
  return [...refreshes].some((refresh) => {
    const keys = lists[refresh];
    return keys === undefined || isShown(client, ...keys);
  });
}

/** Returns whether a list is searched, or in another order than that of creation. */
export function isArranged({ queryKey }: Query): boolean {
  return queryKey.some(
    (part) =>
      typeof part === 'object' &&
      part !== null &&
      (('sort' in part && part.sort !== undefined) || ('search' in part && part.search !== '')),
  );
}

function dependsOnUse(list: Query): boolean {
  const { queryKey } = list;
  const isSortedByUse = queryKey.some(
    (part) => typeof part === 'object' && part !== null && 'sort' in part && part.sort === 'used',
  );
  const areFavourites = queryKey[queryKeys.prompts.lists.length] === 'favourites';
  return isSortedByUse || areFavourites || isSearchedWith('used:')(list);
}

function isDeletedList({ queryKey }: Query): boolean {
  return queryKey.includes('deleted');
}
