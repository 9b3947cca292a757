import { mutationOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { isSearchedWith, updateCachedPrompt } from './prompt-cache.ts';
import { queryKeys } from '#web/data/query-keys.ts';

interface Use {
  readonly promptId: string;
  /** The values of its variables; absent when it was copied unfilled. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Records a use of a prompt; the database counts and sets the time. */
export function recordUse(userId: string) {
  return mutationOptions({
    mutationFn: async ({ promptId, values }: Use) => {
      const lastValues = values ? { last_values: { ...values } } : {};
      return unwrap(
        await db
          .from('prompt_uses')
          .upsert({ user_id: userId, prompt_id: promptId, ...lastValues })
          .select('used_at, uses')
          .single(),
      );
    },
    onSuccess: ({ used_at: lastUsedAt, uses }, { promptId, values }, _before, { client }) => {
      updateCachedPrompt(client, promptId, {
        lastUsedAt,
        useCount: uses,
        ...(values ? { lastValues: values } : {}),
      });
      return client.invalidateQueries({
        queryKey: queryKeys.prompts.lists,
        predicate: isSearchedWith('used:'),
      });
    },
  });
}
