import * as v from 'valibot';
import {
  removeRecord,
  storeRecord,
  readRecord,
  recordKeys,
} from '#web/lib/storage/device-records.ts';
import { outboxPrefix } from '#web/data/outbox/outbox-events.ts';

/**
 * Drafts of forms, kept on this device until saved or discarded. Each open form writes under a name of its
 * own, so that two tabs with the same prompt or chain never overwrite each other's words.
 */
const markSchema = v.object({
  /** What is written: 'create', 'edit:{id}', 'fork:{id}' or 'copy:{id}' of a prompt, 'chain:{id}', 'run:{id}:{step}', 'comment:{id}', 'group:{id}'. */
  target: v.string(),
  /** The form that wrote it. */
  writer: v.string(),
  savedAt: v.string(),
});

type DraftMark = Readonly<v.InferOutput<typeof markSchema>>;

/** The words of a form, and where and when they were written. */
export type Draft<Words> = Words & DraftMark;

/** How the words of a form are recognised when they are read again. */
export type DraftSchema<Words> = v.GenericSchema<unknown, Words>;

const root = 'cuebook.draft';

/** Keeps a draft; false when the device has no room for it, or keeps nothing at all. */
export function saveDraft(userId: string, draft: Draft<object>): boolean {
  return storeRecord(keyOf(userId, draft.target, draft.writer), draft);
}

/** The drafts of one target, newest first. What cannot be read is left where it is. */
export function draftsOf<Words>(
  userId: string,
  target: string,
  schema: DraftSchema<Words>,
): Draft<Words>[] {
  function parse(stored: unknown): Draft<Words> | undefined {
    const mark = v.safeParse(markSchema, stored);
    const words = v.safeParse(schema, stored);
    return mark.success && words.success ? { ...words.output, ...mark.output } : undefined;
  }
  return recordKeys(keyOf(userId, target, ''))
    .flatMap((key) => readRecord(key, parse) ?? [])
    .toSorted((one, other) => other.savedAt.localeCompare(one.savedAt));
}

export function discardDraft(
  userId: string,
  { target, writer }: Pick<DraftMark, 'target' | 'writer'>,
): void {
  removeRecord(keyOf(userId, target, writer));
}

/** How much of a person's work is on this device alone. */
export interface UnsavedWork {
  readonly drafts: number;
  /** Saves that the server has not stored yet. */
  readonly queuedSaves: number;
}

export function unsavedWork(userId: string): UnsavedWork {
  return {
    drafts: recordKeys(`${root}/${userId}/`).length,
    queuedSaves: recordKeys(outboxPrefix(userId)).length,
  };
}

/** Removes every draft of a person from this device, and every queued save. */
export function deleteDrafts(userId: string): void {
  const keys = [...recordKeys(`${root}/${userId}/`), ...recordKeys(outboxPrefix(userId))];
  for (const key of keys) removeRecord(key);
}

function keyOf(userId: string, target: string, writer: string): string {
  return `${root}/${userId}/${target}/${writer}`;
}
