import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { isSearchedWith, updateCachedPrompt } from './prompt-cache.ts';
import { promptQuery } from './prompt-detail.ts';
import { queryKeys } from '#web/data/query-keys.ts';

interface Use {
  readonly promptId: string;
  /** The values of its variables; absent when it was copied unfilled. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Records a use of a prompt; the database counts and sets the time. */
export function recordUse(userId: string) {
  return mutationOptions({
    mutationFn: async ({ promptId, values }: Use): Promise<void> => {
      const lastValues = values ? { last_values: { ...values } } : {};
      unwrap(
        await db
          .from('prompt_uses')
          .upsert({ user_id: userId, prompt_id: promptId, ...lastValues }),
      );
    },
    onSuccess: (_nothing, { promptId, values }, _before, { client }) => {
      const detail = client.getQueryData(promptQuery(promptId).queryKey);
      updateCachedPrompt(client, promptId, {
        lastUsedAt: new Date().toISOString(),
        ...(detail ? { useCount: detail.useCount + 1 } : {}),
        ...(values ? { lastValues: values } : {}),
      });
      return client.invalidateQueries({
        queryKey: queryKeys.prompts.lists,
        predicate: isSearchedWith('used:'),
      });
    },
  });
}

/** A prompt that the person used lately, as the command palette shows it. */
export interface UsedPrompt {
  readonly id: string;
  readonly title: string;
  readonly icon: string | null;
}

/** The prompts that the person used last, newest first. */
export function lastUsedQuery(userId: string, count: number) {
  return queryOptions({
    queryKey: [...queryKeys.prompts.lastUsed, userId],
    queryFn: async ({ signal }): Promise<UsedPrompt[]> => {
      const rows = unwrap(
        await db
          .from('prompt_uses')
          .select('prompt:readable_prompts!inner(id, title, icon)')
          .eq('user_id', userId)
          .is('prompt.deleted_at', null)
          .order('used_at', { ascending: false })
          .limit(count)
          .abortSignal(signal),
      );
      return rows.flatMap(({ prompt: { id, title, icon } }) =>
        id === null || title === null ? [] : [{ id, title, icon }],
      );
    },
    staleTime: 0,
  });
}
