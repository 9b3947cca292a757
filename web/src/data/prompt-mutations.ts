import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { TablesUpdate } from '#contract/database.types.ts';
import { messages } from '#contract/messages.ts';
import { db } from './client.ts';
import { DataError, unwrap } from './fail.ts';
import { groupKeys } from './groups.ts';
import { dropCachedPrompt } from './prompt-cache.ts';
import type { PromptValues } from './prompt-values.ts';
import { promptKeys, readPrompt, type PromptDetail } from './prompts.ts';
import { versionKeys } from './versions.ts';

/*
 * What a person does with a prompt. Each function throws a DataError whose message can be shown.
 */

/** A list may have gained, lost or reordered prompts, and so may the counts of groups. */
async function refreshLists(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: promptKeys.lists() }),
    client.invalidateQueries({ queryKey: promptKeys.counts() }),
    client.invalidateQueries({ queryKey: groupKeys.all }),
  ]);
}

/** What the fields are called on the wire; an empty description is none. */
function fieldsOf(values: PromptValues) {
  return {
    title: values.title,
    content: values.content,
    description: values.description === '' ? null : values.description,
    tags: [...values.tags],
    is_public: values.isPublic,
    group_id: values.groupId,
    icon: values.icon,
  };
}

export interface NewPrompt {
  readonly values: PromptValues;
  /** The prompt that it is a fork of. */
  readonly forkedFrom?: string | undefined;
}

/** Stores a new prompt and gives its id. A fork is private, whatever its source was. */
export function createPrompt(userId: string) {
  return mutationOptions({
    mutationFn: async ({ values, forkedFrom }: NewPrompt): Promise<{ id: string }> => {
      const rows = unwrap(
        await db
          .from('prompts')
          .insert({
            ...fieldsOf(values),
            version: 1,
            user_id: userId,
            team_id: null,
            change_description: null,
            ...(forkedFrom === undefined ? {} : { forked_from: forkedFrom }),
          })
          .select('id'),
      );
      const [row] = rows;
      if (!row) throw new DataError(messages.prompts.noData);
      return row;
    },
    onSuccess: (_row, _input, _before, { client }) => refreshLists(client),
  });
}

export interface PromptSave {
  readonly id: string;
  /** The version that the values are based on. */
  readonly base: number;
  readonly values: PromptValues;
  /** Empty: the history says 'Updated prompt'. */
  readonly changeDescription: string;
}

export type SaveOutcome =
  | { readonly kind: 'saved' }
  /** Somebody saved a newer version; nothing was written. */
  | { readonly kind: 'moved-on'; readonly current: PromptDetail }
  /** It was deleted, or may no longer be changed; nothing was written. */
  | { readonly kind: 'gone' };

/** Saves only over the version that the person has seen. */
export function savePrompt(userId: string) {
  return mutationOptions({
    mutationFn: async ({
      id,
      base,
      values,
      changeDescription,
    }: PromptSave): Promise<SaveOutcome> => {
      const rows = unwrap(
        await db
          .from('prompts')
          .update({
            ...fieldsOf(values),
            change_description: changeDescription.trim() || null,
            updated_at: new Date().toISOString(),
          })
          .eq('id', id)
          .eq('version', base)
          .is('deleted_at', null)
          .select('id'),
      );
      if (rows.length > 0) return { kind: 'saved' };
      return whyNot(id, base, userId);
    },
    onSuccess: async (outcome, { id }, _before, { client }) => {
      // One that is gone stays in sight: its words may still become a new prompt.
      if (outcome.kind === 'gone') return;
      await Promise.all([
        client.invalidateQueries({ queryKey: promptKeys.detail(id) }),
        client.invalidateQueries({ queryKey: versionKeys.ofPrompt(id) }),
        refreshLists(client),
      ]);
    },
  });
}

async function whyNot(id: string, base: number, userId: string): Promise<SaveOutcome> {
  try {
    const current = await readPrompt(id);
    const mayChange = current.userId === userId || current.teamId !== null;
    if (current.deletedAt !== null || !mayChange || current.version === base) {
      return { kind: 'gone' };
    }
    return { kind: 'moved-on', current };
  } catch (reason) {
    if (reason instanceof DataError && reason.status === 404) return { kind: 'gone' };
    throw reason;
  }
}

async function patchPrompt(id: string, fields: TablesUpdate<'prompts'>): Promise<void> {
  const rows = unwrap(await db.from('prompts').update(fields).eq('id', id).select('id'));
  if (rows.length === 0) throw new DataError(messages.prompts.notFound, { status: 404 });
}

/** Puts a prompt aside; it can be brought back for 30 days. */
export const deletePrompt = mutationOptions({
  mutationFn: (id: string) => patchPrompt(id, { deleted_at: new Date().toISOString() }),
  onSuccess: async (_nothing, id, _before, { client }) => {
    dropCachedPrompt(client, id);
    await refreshLists(client);
  },
});

/** Brings a deleted prompt back. */
export const bringBackPrompt = mutationOptions({
  mutationFn: (id: string) => patchPrompt(id, { deleted_at: null }),
  onSuccess: async (_nothing, id, _before, { client }) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: promptKeys.detail(id) }),
      refreshLists(client),
    ]);
  },
});
