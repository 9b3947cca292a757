import { mutationOptions, type Query, type QueryClient } from '@tanstack/react-query';
import type { TablesUpdate } from '#contract/database.types.ts';
import { messages } from '#contract/messages.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { removeCachedPrompt } from './prompt-cache.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/* Each mutation throws a DataError whose message can be shown. */

/**
 * Refetches lists, counts and groups after prompts came, went or changed order. `predicate` selects
 * lists.
 */
export async function refreshLists(
  client: QueryClient,
  predicate?: (list: Query) => boolean,
): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: queryKeys.prompts.lists,
      ...(predicate ? { predicate } : {}),
    }),
    client.invalidateQueries({ queryKey: queryKeys.prompts.counts }),
    client.invalidateQueries({ queryKey: queryKeys.groups.all }),
  ]);
}

async function patchPrompt(id: string, fields: TablesUpdate<'prompts'>): Promise<void> {
  const rows = unwrap(await db.from('prompts').update(fields).eq('id', id).select('id'));
  if (rows.length === 0) throw new DataError(messages.prompts.notFound, { status: 404 });
}

/** Deletes a prompt; it can be restored for 30 days. */
export const deletePrompt = mutationOptions({
  mutationFn: (id: string) => patchPrompt(id, { deleted_at: new Date().toISOString() }),
  onSuccess: async (_nothing, id, _before, { client }) => {
    removeCachedPrompt(client, id);
    await refreshLists(client);
  },
});

/** Restores a deleted prompt. */
export const undeletePrompt = mutationOptions({
  mutationFn: (id: string) => patchPrompt(id, { deleted_at: null }),
  onSuccess: async (_nothing, id, _before, { client }) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.prompts.detail(id) }),
      refreshLists(client),
    ]);
  },
});
