import { mutationOptions, type Mutation, type QueryClient } from '@tanstack/react-query';
import { db, dbUncached } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { isSearchedWith, updateCachedPrompt } from './prompt-cache.ts';
import { queryKeys } from '#web/data/query-keys.ts';

interface Mark {
  readonly promptId: string;
  readonly starred: boolean;
}

function isMarkOf(mark: unknown, id: string): boolean {
  return typeof mark === 'object' && mark !== null && 'promptId' in mark && mark.promptId === id;
}

/** Whether the prompts whose marks are being sent are favourites on the server. */
const stored = new Map<string, boolean>();

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
 * Marks or unmarks a favourite. The star changes at once, and in the end shows what the server has
 * stored. Changes are sent one after another, so that the last press wins.
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
      if (!stored.has(promptId)) stored.set(promptId, !starred);
      updateCachedPrompt(client, promptId, { starred });
    },
    onSuccess: (_data, { promptId, starred }) => {
      stored.set(promptId, starred);
    },
    onSettled: async (_data, _error, { promptId }, _before, { client }) => {
      const mutationKey = queryKeys.favoriteMarks;
      const predicate = ({ state }: Mutation) => isMarkOf(state.variables, promptId);
      if (client.isMutating({ mutationKey, predicate }) === 1) {
        // Also after a success: a list that was read before it may have arrived since.
        updateCachedPrompt(client, promptId, { starred: stored.get(promptId) === true });
        stored.delete(promptId);
      }
      if (client.isMutating({ mutationKey }) === 1) await refetchFavourites(client);
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
