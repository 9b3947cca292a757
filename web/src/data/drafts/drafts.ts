import * as v from 'valibot';
import {
  removeRecord,
  storeRecord,
  readRecord,
  recordKeys,
} from '#web/lib/storage/device-records.ts';
import { newFilesDatabase } from '#web/data/attachments/new-files-database.ts';
import { outboxPrefix } from '#web/data/outbox/outbox-events.ts';

/**
 * The origin of a draft. Drafts stay on this device until saved or discarded. Each open form writes
 * its own, so that two tabs with the same prompt or chain never overwrite each other.
 */
const originSchema = v.object({
  /**
   * The form's subject: 'create', 'edit:{id}', 'fork:{id}' or 'copy:{id}' of a prompt,
   * 'chain:{id}', 'run:{id}:{step}', 'comment:{id}', 'group:{id}', 'proposal:{id}' for a prompt,
   * 'review:{id}' and 'decline:{id}' of a proposal.
   */
  target: v.string(),
  /** The id of the form that wrote it. */
  writer: v.string(),
  savedAt: v.string(),
});

type DraftOrigin = Readonly<v.InferOutput<typeof originSchema>>;

/** The values of a form, with their origin. */
export type Draft<Values> = Values & DraftOrigin;

/** The schema of a form's values, by which stored drafts are parsed. */
export type DraftSchema<Values> = v.GenericSchema<unknown, Values>;

const keyPrefix = 'cuebook.draft';

/** Returns the keys under which all drafts of a person are stored. */
export function draftKeys(userId: string): string[] {
  return recordKeys(`${keyPrefix}/${userId}/`);
}

/** Stores a draft. Returns false when storage is full or blocked. */
export function saveDraft(userId: string, draft: Draft<object>): boolean {
  return storeRecord(keyOf(userId, draft.target, draft.writer), draft);
}

/** Returns the drafts of a target, newest first. Skips what it can't parse. */
export function draftsOf<Values>(
  userId: string,
  target: string,
  schema: DraftSchema<Values>,
): Draft<Values>[] {
  function parse(stored: unknown): Draft<Values> | undefined {
    const origin = v.safeParse(originSchema, stored);
    const values = v.safeParse(schema, stored);
    return origin.success && values.success ? { ...values.output, ...origin.output } : undefined;
  }
  return recordKeys(keyOf(userId, target, ''))
    .flatMap((key) => readRecord(key, parse) ?? [])
    .toSorted((one, other) => other.savedAt.localeCompare(one.savedAt));
}

export function discardDraft(
  userId: string,
  { target, writer }: Pick<DraftOrigin, 'target' | 'writer'>,
): void {
  removeRecord(keyOf(userId, target, writer));
}

/** A person's work that is only on this device. */
export interface UnsavedWork {
  readonly drafts: number;
  /** Saves that the server has not confirmed. */
  readonly queuedSaves: number;
}

export function unsavedWork(userId: string): UnsavedWork {
  return {
    drafts: draftKeys(userId).length,
    queuedSaves: recordKeys(outboxPrefix(userId)).length,
  };
}

/** Removes all drafts with their files, and queued saves, of a person from this device. */
export function deleteDrafts(userId: string): void {
  const keys = [...draftKeys(userId), ...recordKeys(outboxPrefix(userId))];
  for (const key of keys) removeRecord(key);
  indexedDB.deleteDatabase(newFilesDatabase(userId));
}

function keyOf(userId: string, target: string, writer: string): string {
  return `${keyPrefix}/${userId}/${target}/${writer}`;
}
