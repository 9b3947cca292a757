import { mutationOptions, type Query, type QueryClient } from '@tanstack/react-query';
import type { TablesUpdate } from '#contract/database.types.ts';
import { messages } from '#contract/messages.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { removeCachedPrompt } from './prompt-cache.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/*
 * What a person does with a prompt. Each function throws a DataError whose message can be shown.
 */

/** A list may have gained, lost or reordered prompts, and so may the counts of groups. `some` leaves lists out. */
export async function refreshLists(
  client: QueryClient,
  some?: (list: Query) => boolean,
): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      queryKey: queryKeys.prompts.lists,
      ...(some ? { predicate: some } : {}),
    }),
    client.invalidateQueries({ queryKey: queryKeys.prompts.counts }),
    client.invalidateQueries({ queryKey: queryKeys.groups.all }),
  ]);
}

async function patchPrompt(id: string, fields: TablesUpdate<'prompts'>): Promise<void> {
  const rows = unwrap(await db.from('prompts').update(fields).eq('id', id).select('id'));
  if (rows.length === 0) throw new DataError(messages.prompts.notFound, { status: 404 });
}

/** Puts a prompt aside; it can be brought back for 30 days. */
export const deletePrompt = mutationOptions({
  mutationFn: (id: string) => patchPrompt(id, { deleted_at: new Date().toISOString() }),
  onSuccess: async (_nothing, id, _before, { client }) => {
    removeCachedPrompt(client, id);
    await refreshLists(client);
  },
});

/** Brings a deleted prompt back. */
export const undeletePrompt = mutationOptions({
  mutationFn: (id: string) => patchPrompt(id, { deleted_at: null }),
  onSuccess: async (_nothing, id, _before, { client }) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.prompts.detail(id) }),
      refreshLists(client),
    ]);
  },
});
