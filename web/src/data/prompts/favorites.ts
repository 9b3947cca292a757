import { mutationOptions, type Query, type QueryClient } from '@tanstack/react-query';
import { db, dbUncached } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { isSearchedWith, updateCachedPrompt, hasFewPages } from './prompt-cache.ts';
import { queryKeys } from '#web/data/query-keys.ts';

interface Mark {
  readonly promptId: string;
  readonly starred: boolean;
}

function isMarkOf(mark: unknown, id: string): boolean {
  return typeof mark === 'object' && mark !== null && 'promptId' in mark && mark.promptId === id;
}

function isBeingRead(query: Query): boolean {
  return query.state.fetchStatus === 'fetching' && hasFewPages(query);
}

/** Reads without a cache whether a prompt is one of the person's favourites. */
export async function readFavorite(userId: string, promptId: string): Promise<boolean> {
  const rows = unwrap(
    await dbUncached
      .from('favorites')
      .select('prompt_id')
      .eq('user_id', userId)
      .eq('prompt_id', promptId),
  );
  return rows.length > 0;
}

/**
 * Marks or unmarks a favourite. The star changes at once, and back if the server refuses. Changes
 * are sent one after another, so that the last press wins.
 */
export function markFavorite(userId: string) {
  return mutationOptions({
    mutationKey: queryKeys.favoriteMarks,
    scope: { id: 'favorites' },
    mutationFn: async ({ promptId, starred }: Mark): Promise<void> => {
      const row = { user_id: userId, prompt_id: promptId };
      unwrap(
        starred
          ? await db.from('favorites').upsert(row, { ignoreDuplicates: true })
          : await db.from('favorites').delete().eq('user_id', userId).eq('prompt_id', promptId),
      );
    },
    onMutate: ({ promptId, starred }, { client }) => {
      updateCachedPrompt(client, promptId, { starred });
    },
    onSuccess: (_data, { promptId, starred }, _before, { client }) => {
      // A list that was read before the change was stored may have arrived since.
      const marks = client.isMutating({
        mutationKey: queryKeys.favoriteMarks,
        predicate: ({ state }) => isMarkOf(state.variables, promptId),
      });
      if (marks === 1) updateCachedPrompt(client, promptId, { starred });
    },
    onError: (_error, { promptId, starred }, _before, { client }) => {
      updateCachedPrompt(client, promptId, { starred: !starred });
    },
    onSettled: async (_data, _error, _mark, _before, { client }) => {
      if (client.isMutating({ mutationKey: queryKeys.favoriteMarks }) > 1) return;
      await Promise.all([
        // A running fetch may have read the old state.
        client.invalidateQueries({ queryKey: queryKeys.prompts.all, predicate: isBeingRead }),
        refetchFavourites(client),
      ]);
    },
  });
}

/** Refetches the favourites, and what is searched for them. */
export async function refetchFavourites(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.prompts.favourites }),
    client.invalidateQueries({ queryKey: queryKeys.prompts.starred }),
    client.invalidateQueries({
      queryKey: queryKeys.prompts.lists,
      predicate: isSearchedWith('is:'),
    }),
  ]);
}
