import type { QueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { db, dbUncached } from '#web/data/backend/client.ts';
import { DataError, toDataError, unwrap } from '#web/data/backend/data-error.ts';
import { type Group } from '#web/data/groups/groups.ts';
import {
  addCachedPrompt,
  changeCachedPrompt,
  hasManyPages,
  hasFewPages,
} from '#web/data/prompts/prompt-cache.ts';
import { refreshLists } from '#web/data/prompts/prompt-mutations.ts';
import { sameValues, type PromptValues } from '#web/data/prompts/prompt-values.ts';
import { readPrompt } from '#web/data/prompts/prompt-detail.ts';
import { previewOf, type PromptDetail } from '#web/data/prompts/prompt.ts';
import { readVersion } from '#web/data/prompts/versions.ts';
import { nextVersion, queuedWords, type QueuedSave } from './outbox-store.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/** What is sent: a save, without what this device notes about it. */
export type PromptSave = Pick<
  QueuedSave,
  'promptId' | 'base' | 'values' | 'unchanged' | 'changeDescription' | 'forkedFrom'
>;

export type SaveOutcome =
  /** Stored, now or by an earlier try whose answer was lost; `version` is its number. */
  | { readonly kind: 'saved'; readonly version: number }
  /** Somebody saved a newer version; nothing was written. */
  | { readonly kind: 'moved-on'; readonly current: PromptDetail }
  /** It was deleted, or may no longer be changed; nothing was written. */
  | { readonly kind: 'gone' }
  /** No answer, or none that says anything about the save: it may be stored or not, and can be sent again. */
  | { readonly kind: 'unanswered'; readonly error: DataError }
  | { readonly kind: 'refused'; readonly error: DataError };

/** An answer takes no longer; a million characters get through at 20 kB a second. */
const patience = 60_000;

/**
 * Stores a new prompt, or a change of one over the version that the person has seen. Never throws. Refreshes nothing:
 * see `refreshAfterSave`.
 */
export async function sendSave(userId: string, save: PromptSave): Promise<SaveOutcome> {
  try {
    return await (save.base === null ? create(userId, save) : change(userId, save, save.base));
  } catch (reason) {
    const error = toDataError(reason);
    return { kind: mayComeLater(error.status) ? 'unanswered' : 'refused', error };
  }
}

/** Shows a queued change as saved, so that the person can go on from it. Its version stays the server's. */
export function showQueuedSave(client: QueryClient, save: PromptSave): void {
  if (save.base === null) return;
  changeCachedPrompt(client, save.promptId, {
    ...wordsOf(save.values),
    saveBase: nextVersion(save),
  });
}

/** The line, the server or the session are gone for now; none of that speaks against the save. */
function mayComeLater(status: number): boolean {
  return [0, 401, 408, 429, 502, 503, 504].includes(status);
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

async function create(userId: string, save: PromptSave): Promise<SaveOutcome> {
  const { promptId, values, forkedFrom } = save;
  const rows = unwrap(
    await db
      .from('prompts')
      .upsert(
        {
          ...fieldsOf(values),
          id: promptId,
          version: 1,
          user_id: userId,
          team_id: null,
          change_description: null,
          ...(forkedFrom === null ? {} : { forked_from: forkedFrom }),
        },
        { ignoreDuplicates: true },
      )
      .select('id')
      .abortSignal(AbortSignal.timeout(patience)),
  );
  if (rows.length > 0) return { kind: 'saved', version: 1 };
  // An earlier try was stored, and only its answer lost.
  const first = await readVersion(promptId, 1, undefined, dbUncached);
  if (first === null) throw new DataError(messages.prompts.noData, { status: 200 });
  if (sameValues(first, values)) return { kind: 'saved', version: 1 };
  return change(userId, save, 1);
}

async function change(
  userId: string,
  { promptId, values, changeDescription }: PromptSave,
  base: number,
): Promise<SaveOutcome> {
  const [row] = unwrap(
    await db
      .from('prompts')
      .update({
        ...fieldsOf(values),
        change_description: changeDescription.trim() || null,
        updated_at: new Date().toISOString(),
      })
      .eq('id', promptId)
      .eq('version', base)
      .is('deleted_at', null)
      .select('version')
      .abortSignal(AbortSignal.timeout(patience)),
  );
  if (row) return { kind: 'saved', version: row.version };
  const current = await readIfThere(promptId);
  if (current && (await isNext(userId, promptId, base, values))) {
    return { kind: 'saved', version: base + 1 };
  }
  const mayChange = current && (current.userId === userId || current.teamId !== null);
  if (!mayChange || current.deletedAt !== null || current.version === base) return { kind: 'gone' };
  return { kind: 'moved-on', current };
}

/** Whether the version after the base holds these words, by this person: an earlier try was stored, and only its answer lost. */
async function isNext(
  userId: string,
  promptId: string,
  base: number,
  values: PromptValues,
): Promise<boolean> {
  const next = await readVersion(promptId, base + 1, undefined, dbUncached);
  return next?.createdBy === userId && sameValues(next, values);
}

async function readIfThere(id: string): Promise<PromptDetail | null> {
  try {
    return await readPrompt(id, undefined, dbUncached);
  } catch (reason) {
    if (reason instanceof DataError && reason.status === 404) return null;
    throw reason;
  }
}

/**
 * Shows what was saved wherever the prompt is shown. Call it once the save has left the outbox: a prompt is shown with
 * its queued saves on top. Waits for the prompt itself, not for lists.
 */
export async function refreshAfterSave(
  client: QueryClient,
  userId: string,
  { promptId, values }: PromptSave,
  outcome: SaveOutcome,
): Promise<void> {
  // A deleted prompt stays in sight: its words may still become a new one.
  if (outcome.kind !== 'saved' && outcome.kind !== 'moved-on') return;
  if (outcome.kind === 'saved') {
    const { version } = outcome;
    const next = queuedWords(userId, promptId, version);
    const shown = next ?? { values, saveBase: version };
    const groups = client.getQueryData<readonly Group[]>(queryKeys.groups.list(userId)) ?? [];
    const groupName = groups.find(({ id }) => id === shown.values.groupId)?.name ?? null;
    const { saveBase } = shown;
    changeCachedPrompt(client, promptId, {
      ...wordsOf(shown.values),
      version,
      saveBase,
      groupName,
    });
    if (version === 1 && hasManyPages(client, userId)) {
      const made = await readPrompt(promptId).catch(() => null);
      if (made) addCachedPrompt(client, userId, made);
    }
  }
  void refreshLists(client, hasFewPages);
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.prompts.detail(promptId) }),
    client.invalidateQueries({ queryKey: queryKeys.versions.ofPrompt(promptId) }),
  ]);
}

function wordsOf(values: PromptValues) {
  return {
    ...values,
    preview: previewOf(values.content),
    updatedAt: new Date().toISOString(),
  };
}
