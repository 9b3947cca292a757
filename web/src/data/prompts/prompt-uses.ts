import { mutationOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { isSearchedWith, updateCachedPrompt } from './prompt-cache.ts';
import { queryKeys } from '#web/data/query-keys.ts';

interface Use {
  readonly promptId: string;
  /** What the variables were filled with; absent when it was copied as it is. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Records that the person used a prompt just now; the database counts and sets the time. */
export function recordUse(userId: string) {
  return mutationOptions({
    mutationFn: async ({ promptId, values }: Use): Promise<void> => {
      const filled = values ? { last_values: { ...values } } : {};
      unwrap(
        await db.from('prompt_uses').upsert({ user_id: userId, prompt_id: promptId, ...filled }),
      );
    },
    onSuccess: (_nothing, { promptId, values }, _before, { client }) => {
      updateCachedPrompt(client, promptId, {
        lastUsedAt: new Date().toISOString(),
        ...(values ? { lastValues: values } : {}),
      });
      return client.invalidateQueries({
        queryKey: queryKeys.prompts.lists,
        predicate: isSearchedWith('used:'),
      });
    },
  });
}
