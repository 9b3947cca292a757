import { mutationOptions, type Query, type QueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, toDataError, unwrap } from '#web/data/backend/data-error.ts';
import { removeCachedPrompt, removeListedPrompt } from './prompt-cache.ts';
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
    client.invalidateQueries({ queryKey: queryKeys.prompts.starred }),
    refetchTexts(client),
    client.invalidateQueries({ queryKey: queryKeys.groups.all }),
  ]);
}

/** Refetches the texts of prompts in other prompts and in chains. */
export async function refetchTexts(client: QueryClient): Promise<void> {
  const keys = [queryKeys.prompts.texts, queryKeys.chains.details];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** A deletion, as the server has stored it. */
interface Deletion {
  readonly id: string;
  readonly deletedAt: string;
}

/** Deletes a prompt; it can be restored for 30 days. */
export const deletePrompt = mutationOptions({
  mutationFn: async (id: string): Promise<Deletion> => {
    const request = db.from('prompts').update({ deleted_at: new Date().toISOString() });
    const [row] = unwrap(await request.eq('id', id).select('deleted_at'));
    if (!row) throw new DataError(messages.prompts.notFound, { status: 404 });
    return { id, deletedAt: row.deleted_at ?? '' };
  },
  onSuccess: async (_deletion, id, _before, { client }) => {
    removeCachedPrompt(client, id);
    await refreshLists(client);
  },
});

/** Refetches a prompt that the server has changed, and all that shows it. */
export async function refreshPrompt(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.prompts.detail(id) }),
    client.invalidateQueries({ queryKey: queryKeys.versions.ofPrompt(id) }),
    refreshLists(client),
  ]);
}

/** Undoes a deletion; refuses if the prompt was restored, deleted again or removed since. */
export const undoDelete = mutationOptions({
  mutationFn: async ({ id, deletedAt }: Deletion): Promise<void> => {
    const request = db.from('prompts').update({ deleted_at: null }).eq('id', id);
    const rows = unwrap(await request.eq('deleted_at', deletedAt).select('id'));
    if (rows.length === 0) throw new DataError('it has been restored or removed since.');
  },
  onSuccess: (_nothing, { id }, _before, { client }) => refreshPrompt(client, id),
});

/** A restored prompt. Restoring it out of a deleted group makes a version. */
interface Restored extends Deletion {
  readonly version: number;
}

/** Restores a deleted prompt. If it is gone for good, its page says so. */
export const undeletePrompt = mutationOptions({
  mutationFn: async ({ id, deletedAt }: Deletion): Promise<Restored> => {
    const request = db.from('prompts').update({ deleted_at: null });
    const [row] = unwrap(await request.eq('id', id).select('version'));
    if (!row) throw new DataError('it was permanently removed.', { status: 404 });
    return { id, deletedAt, version: row.version };
  },
  onSuccess: (_restored, { id }, _before, { client }) => refreshPrompt(client, id),
  onError: async (error, { id }, _before, { client }) => {
    if (toDataError(error).status !== 404) return;
    removeListedPrompt(client, id);
    await client.resetQueries({ queryKey: queryKeys.prompts.detail(id) });
  },
});

/** Deletes a prompt again, as of then; refuses if it was changed since it was restored. */
export const undoUndelete = mutationOptions({
  mutationFn: async ({ id, deletedAt, version }: Restored): Promise<void> => {
    unwrap(
      await db.rpc('undo_prompt_restore', {
        prompt_id: id,
        was_deleted_at: deletedAt,
        base_version: version,
      }),
    );
  },
  onSuccess: async (_nothing, { id }, _before, { client }) => {
    removeCachedPrompt(client, id);
    await refreshLists(client);
  },
});
