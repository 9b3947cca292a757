import type { QueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { db, dbUncached } from '#web/data/backend/client.ts';
import { DataError, toDataError, unwrap } from '#web/data/backend/data-error.ts';
import { cachedGroupName } from '#web/data/groups/cached-group-name.ts';
import {
  addCachedPrompt,
  updateCachedPrompt,
  hasManyPages,
  hasFewPages,
} from '#web/data/prompts/prompt-cache.ts';
import { refreshLists } from '#web/data/prompts/prompt-mutations.ts';
import { sameValues, type PromptValues } from '#web/data/prompts/prompt-values.ts';
import { readPrompt } from '#web/data/prompts/prompt-detail.ts';
import { previewOf, type PromptDetail } from '#web/data/prompts/prompt.ts';
import { readVersion, type PromptVersion } from '#web/data/prompts/versions.ts';
import { nextVersion, queuedValues, type QueuedSave } from './outbox-store.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** The part of a save that the server gets. */
export type PromptSave = Pick<
  QueuedSave,
  | 'promptId'
  | 'base'
  | 'from'
  | 'values'
  | 'unchanged'
  | 'keepsGroup'
  | 'teamId'
  | 'changeDescription'
  | 'forkedFrom'
>;

export type SaveOutcome =
  /** Stored, now or by an earlier try whose response was lost; `version` is its number. */
  | { readonly kind: 'saved'; readonly version: number }
  /** Someone saved a newer version; nothing was written. */
  | { readonly kind: 'moved-on'; readonly current: PromptDetail }
  /** It was deleted, or may no longer be changed; nothing was written. */
  | { readonly kind: 'gone' }
  /**
   * No reply, or one that doesn't concern the save: it may be stored or not, and can be sent again.
   */
  | { readonly kind: 'unanswered'; readonly error: DataError }
  | { readonly kind: 'refused'; readonly error: DataError };

/** Long enough for a million characters at 20 kB a second. */
const timeoutMs = 60_000;

/**
 * Stores a new prompt, or changes one whose version is still the save's base. With `from`, only if
 * that version has these values. Never throws. Doesn't refresh the cache: see `refreshAfterSave`.
 */
export async function sendSave(userId: string, save: PromptSave): Promise<SaveOutcome> {
  try {
    return await (save.base === null ? create(userId, save) : change(userId, save, save.base));
  } catch (reason) {
    const error = toDataError(reason);
    return { kind: isRetryable(error.status) ? 'unanswered' : 'refused', error };
  }
}

/**
 * Shows a queued change as saved, so that the person can edit on. Its `version` stays the server's.
 */
export function showQueuedSave(client: QueryClient, save: PromptSave): void {
  if (save.base === null) return;
  updateCachedPrompt(client, save.promptId, {
    ...cachedFieldsOf(save.values),
    saveBase: nextVersion(save),
  });
}

/**
 * Whether a status says nothing against the save: connection, server or session are gone for now.
 */
function isRetryable(status: number): boolean {
  return [0, 401, 408, 429, 502, 503, 504].includes(status);
}

/** Returns the columns of a prompt's values; an empty description is stored as null. */
function columnsOf(values: PromptValues) {
  return {
    title: values.title,
    content: values.content,
    description: values.description === '' ? null : values.description,
    tags: [...values.tags],
    is_public: values.isPublic,
    group_id: values.groupId,
    icon: values.icon,
    category: values.category,
  };
}

async function create(userId: string, save: PromptSave): Promise<SaveOutcome> {
  const { promptId, values, teamId, forkedFrom } = save;
  const rows = unwrap(
    await db
      .from('prompts')
      .upsert(
        {
          ...columnsOf(values),
          id: promptId,
          version: 1,
          user_id: userId,
          team_id: teamId ?? null,
          change_description: null,
          ...(forkedFrom === null ? {} : { forked_from: forkedFrom }),
        },
        { ignoreDuplicates: true },
      )
      .select('id')
      .abortSignal(AbortSignal.timeout(timeoutMs)),
  );
  if (rows.length > 0) return { kind: 'saved', version: 1 };
  // An earlier try was stored, and only its response was lost.
  const first = await readVersion(promptId, 1, undefined, dbUncached);
  if (first === null) throw new DataError(messages.prompts.noData, { status: 200 });
  if (sameValues(first, values)) return { kind: 'saved', version: 1 };
  return change(userId, save, 1);
}

async function change(userId: string, save: PromptSave, base: number): Promise<SaveOutcome> {
  const isBased = save.from === null || (await readVersionWith(save, base, save.from)) !== null;
  const row = isBased ? await update(save, base) : undefined;
  if (row) return { kind: 'saved', version: row.version };
  const { promptId } = save;
  const current = await readPromptOrNull(promptId);
  if (isBased && current && (await isStoredAlready(userId, save, base))) {
    return { kind: 'saved', version: base + 1 };
  }
  const mayChange =
    current &&
    (current.userId === userId || current.teamId !== null || current.shareRole === 'editor');
  const isRefused = isBased && current?.version === base;
  if (!mayChange || current.deletedAt !== null || isRefused) return { kind: 'gone' };
  return { kind: 'moved-on', current };
}

/** Changes a prompt in a version, and returns the new one; undefined if it has another version. */
async function update(save: PromptSave, base: number) {
  const { promptId, values, keepsGroup, changeDescription } = save;
  const { group_id: groupId, ...columns } = columnsOf(values);
  const [row] = unwrap(
    await db
      .from('prompts')
      .update({
        ...columns,
        ...(keepsGroup ? {} : { group_id: groupId }),
        change_description: changeDescription.trim() || null,
        updated_at: new Date().toISOString(),
      })
      .eq('id', promptId)
      .eq('version', base)
      .is('deleted_at', null)
      .select('version')
      .abortSignal(AbortSignal.timeout(timeoutMs)),
  );
  return row;
}

/**
 * Whether this person's next version has these values: an earlier try was stored, and only its
 * response was lost.
 */
async function isStoredAlready(userId: string, save: PromptSave, base: number): Promise<boolean> {
  const next = await readVersionWith(save, base + 1, save.values);
  return next?.createdBy === userId;
}

/** Returns a version of a save's prompt; null if it has other values. */
async function readVersionWith(
  { promptId, keepsGroup }: PromptSave,
  number: number,
  values: PromptValues,
): Promise<PromptVersion | null> {
  const version = await readVersion(promptId, number, undefined, dbUncached);
  if (version === null) return null;
  const { groupId } = keepsGroup ? values : version;
  return sameValues({ ...version, groupId }, values) ? version : null;
}

async function readPromptOrNull(id: string): Promise<PromptDetail | null> {
  try {
    return await readPrompt(id, undefined, dbUncached);
  } catch (reason) {
    if (reason instanceof DataError && reason.status === 404) return null;
    throw reason;
  }
}

/**
 * Updates the cached prompt and lists after a save. Call it once the save has left the outbox,
 * since a prompt is shown with its queued saves on top. Awaits the prompt's own refetch, not that
 * of lists.
 */
export async function refreshAfterSave(
  client: QueryClient,
  userId: string,
  { promptId, values }: PromptSave,
  outcome: SaveOutcome,
): Promise<void> {
  // A deleted prompt stays visible: its text may still become a new one.
  if (outcome.kind !== 'saved' && outcome.kind !== 'moved-on') return;
  if (outcome.kind === 'saved') {
    const { version } = outcome;
    const shown = queuedValues(userId, promptId, version) ?? { values, saveBase: version };
    const groupName = cachedGroupName(client, shown.values.groupId);
    updateCachedPrompt(client, promptId, {
      ...cachedFieldsOf(shown.values),
      version,
      saveBase: shown.saveBase,
      groupName,
    });
    if (version === 1 && hasManyPages(client, userId)) {
      const created = await readPrompt(promptId).catch(() => null);
      if (created) addCachedPrompt(client, userId, created);
    }
  }
  void refreshLists(client, hasFewPages);
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.prompts.detail(promptId) }),
    client.invalidateQueries({ queryKey: queryKeys.versions.ofPrompt(promptId) }),
  ]);
}

function cachedFieldsOf(values: PromptValues) {
  return {
    ...values,
    preview: previewOf(values.content),
    updatedAt: new Date().toISOString(),
  };
}
