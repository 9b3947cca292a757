import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import { limits } from '#contract/limits.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { newestFirst } from '#web/data/backend/keyset-pages.ts';
import {
  joinPages,
  keyedPage,
  timeKeyOf,
  type Cursor,
  type PromptPage,
} from '#web/data/prompts/lists/prompt-pages.ts';
import { promptColumns } from '#web/data/prompts/select-own-prompts.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { listOrSearch } from '#web/data/search/list-or-search.ts';

const size = limits.listPageSize;

/** The key of all lists of prompts that are shared with a person. */
export function sharedPromptsKey(userId: string) {
  return [...queryKeys.prompts.lists, 'shared', userId] as const;
}

/** Whether anybody shares a prompt with the user alone. */
export function hasSharesQuery(userId: string) {
  return queryOptions({
    queryKey: [...queryKeys.prompts.all, 'has-shares', userId] as const,
    queryFn: async ({ signal }): Promise<boolean> => {
      const shares = db
        .from('prompt_shares')
        .select('id')
        .eq('user_id', userId)
        .eq('state', 'accepted')
        .limit(1)
        .abortSignal(signal);
      return unwrap(await shares).length > 0;
    },
  });
}

/** Pages of the prompts that others share with the user alone, newest first; or of a search. */
export function sharedPromptsQuery(userId: string, search: string) {
  const query = search.trim();
  const queryKey: QueryKey = [...sharedPromptsKey(userId), { search: query }];
  return infiniteQueryOptions({
    queryKey,
    queryFn: (context) =>
      listOrSearch({ kind: 'shared', search: query }, context, async (after, signal) => {
        const shared = db
          .from('prompts')
          .select(`${promptColumns}, prompt_shares!inner()`)
          .eq('prompt_shares.user_id', userId)
          .eq('prompt_shares.state', 'accepted')
          .is('deleted_at', null)
          .abortSignal(signal);
        const rows = unwrap(await newestFirst(shared, 'created_at', timeKeyOf(after), size));
        return keyedPage(rows, size, (row) => row.created_at);
      }),
    initialPageParam: null as Cursor,
    getNextPageParam: (page: PromptPage) => page.next,
    select: joinPages,
    staleTime: 0,
  });
}
