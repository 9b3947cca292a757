import { queryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** A favourite as the sidebar shows it. */
export interface StarredPrompt {
  readonly id: string;
  readonly title: string;
  readonly icon: string | null;
  readonly groupId: string | null;
}

/** The favourites that the person starred last, newest first. */
export function starredPromptsQuery(userId: string, count: number) {
  return queryOptions({
    queryKey: [...queryKeys.prompts.starred, userId],
    queryFn: async ({ signal }): Promise<readonly StarredPrompt[]> => {
      const rows = unwrap(
        await db
          .from('favorites')
          .select('prompt:readable_prompts!inner(id, title, icon, group_id)')
          .eq('user_id', userId)
          .is('prompt.deleted_at', null)
          .order('created_at', { ascending: false })
          .limit(count)
          .abortSignal(signal),
      );
      return rows.flatMap(({ prompt: { id, title, icon, group_id: groupId } }) =>
        id === null || title === null ? [] : [{ id, title, icon, groupId }],
      );
    },
  });
}
