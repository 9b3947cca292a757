import { queryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import type { StarredPrompt } from './starred-prompts.ts';

/** A prompt that the person used lately, as the command palette shows it. */
export interface UsedPrompt extends StarredPrompt {
  /** Whether it is one of the person's favourites. */
  readonly starred: boolean;
}

const maxPrompts = 6;

/** The prompts that the person used last, newest first. */
export function lastUsedQuery(userId: string) {
  return queryOptions({
    queryKey: [...queryKeys.prompts.lastUsed, userId],
    queryFn: async ({ signal }): Promise<UsedPrompt[]> => {
      const rows = unwrap(
        await db
          .from('prompt_uses')
          .select('prompt:readable_prompts!inner(id, title, icon, group_id, favorites(user_id))')
          .eq('user_id', userId)
          .is('prompt.deleted_at', null)
          .order('used_at', { ascending: false })
          .limit(maxPrompts)
          .abortSignal(signal),
      );
      return rows.flatMap(({ prompt: { id, title, icon, group_id: groupId, favorites } }) =>
        id === null || title === null
          ? []
          : [{ id, title, icon, groupId, starred: favorites.length > 0 }],
      );
    },
    staleTime: 0,
  });
}
