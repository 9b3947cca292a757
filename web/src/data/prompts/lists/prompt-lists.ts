import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import { limits } from '#contract/limits.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { promptColumns } from '../select-own-prompts.ts';
import { readSorted } from './sorted-pages.ts';
import { newestFirst } from '#web/data/backend/keyset-pages.ts';
import { fromReadable, type PromptListKind, type PromptSort } from '../prompt.ts';
import {
  joinPages,
  keyedPage,
  timeKeyOf,
  type Cursor,
  type PromptPage,
  type ReadPage,
} from './prompt-pages.ts';
import { listOrSearch } from '#web/data/search/list-or-search.ts';
import { queryKeys } from '#web/data/query-keys.ts';

const minutes = 60_000;

const favouriteColumns = '*, favorites!inner(user_id), prompt_uses(used_at)';

/**
 * Pages of one of the four lists; with `search`, of its matches, best first. Only the person's own
 * prompts have another order than their default.
 */
export function promptsQuery(
  kind: PromptListKind,
  userId: string,
  search = '',
  sort: PromptSort = 'created',
) {
  const query = search.trim();
  const isSorted = kind === 'mine' && query === '' && sort !== 'created';
  const read = isSorted ? readSorted({ userId, size }, sort) : readers[kind](userId);
  const order = isSorted ? sort : undefined;
  // A wide type: lists of a team's prompts have the same.
  const queryKey: QueryKey = queryKeys.prompts.list(kind, userId, query, order);
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: null as Cursor,
    getNextPageParam: (page: PromptPage) => page.next,
    queryFn: (context) => listOrSearch({ kind, search: query }, context, read),
    select: joinPages,
    staleTime: 5 * minutes,
  });
}

const size = limits.listPageSize;

const readers: Record<PromptListKind, (userId: string) => ReadPage> = {
  mine: (userId) => readSorted({ userId, size }, 'created'),

  favourites: () => async (after, signal) => {
    const favourites = db
      .from('readable_prompts')
      .select(favouriteColumns)
      .is('deleted_at', null)
      .abortSignal(signal);
    const rows = unwrap(await newestFirst(favourites, 'created_at', timeKeyOf(after), size));
    return keyedPage(rows.map(fromReadable), size, (row) => row.created_at);
  },

  deleted: (userId) => async (after, signal) => {
    const deleted = db
      .from('prompts')
      .select(promptColumns)
      .eq('user_id', userId)
      .not('deleted_at', 'is', null)
      .abortSignal(signal);
    const rows = unwrap(await newestFirst(deleted, 'deleted_at', timeKeyOf(after), size));
    return keyedPage(rows, size, (row) => row.deleted_at);
  },

  templates: () => async (after, signal) => {
    const [category, id] = after ?? [];
    let request = db
      .from('prompts')
      .select(promptColumns)
      .eq('is_template', true)
      .is('deleted_at', null)
      .order('template_category', { nullsFirst: false })
      .order('id')
      .limit(size)
      .abortSignal(signal);
    if (category !== undefined && id) request = request.or(afterCategory(category, id));
    const rows = unwrap(await request);
    return keyedPage(rows, size, (row) => row.template_category);
  },
};

/** Templates without a category come last. */
function afterCategory(category: string, id: string): string {
  if (category === '') return `and(template_category.is.null,id.gt.${id})`;
  const quoted = JSON.stringify(category);
  return `template_category.gt.${quoted},template_category.is.null,and(template_category.eq.${quoted},id.gt.${id})`;
}

/** The number of the person's prompts, without deleted ones. */
export function promptCountQuery(userId: string) {
  return queryOptions({
    queryKey: queryKeys.prompts.count(userId),
    queryFn: async ({ signal }): Promise<number> => {
      const result = await db
        .from('prompts')
        .select('id', { count: 'exact', head: true })
        .eq('user_id', userId)
        .is('deleted_at', null)
        .abortSignal(signal);
      unwrap(result);
      return result.count ?? 0;
    },
    staleTime: 5 * minutes,
  });
}
