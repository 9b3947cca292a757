import * as v from 'valibot';
import {
  removeRecord,
  storeRecord,
  readRecord,
  recordKeys,
} from '#web/lib/storage/device-records.ts';
import { promptValuesSchema, type PromptValues } from '#web/data/prompts/prompt-values.ts';
import { notifyOutboxChange, outboxPrefix } from './outbox-events.ts';

/**
 * Saves that the server has not answered yet. Each is written down on this device before it is sent and struck out
 * once it is stored, so that neither a lost line nor a crash in between can lose it. Sending one twice stores it once:
 * a new prompt brings its id, a change names its base.
 */
const schema = v.object({
  /** Sorts by the time of the save. */
  id: v.string(),
  /** The prompt; of a new one the id that it will have. */
  promptId: v.string(),
  /**
   * The version that the words are based on; null for a new prompt, 0 when they are based on an earlier save of this
   * device that was refused, whose words are then `from`.
   */
  base: v.nullable(v.number()),
  from: v.nullable(promptValuesSchema),
  values: promptValuesSchema,
  /** The words are those of the base: no version will be made. */
  unchanged: v.optional(v.boolean(), false),
  changeDescription: v.string(),
  /** The prompt that a new one is a fork of. */
  forkedFrom: v.nullable(v.string()),
  /**
   * Being sent for the first time, queued, or refused: then a person must look, and `reason` says why.
   */
  state: v.picklist(['sending', 'waiting', 'refused']),
  reason: v.nullable(v.string()),
});

export type QueuedSave = Readonly<v.InferOutput<typeof schema>>;

/** Writes a save down; false when the device has no room for it. One that is just being sent is no news. */
export function putInOutbox(userId: string, save: QueuedSave): boolean {
  const kept = storeRecord(outboxPrefix(userId) + save.id, save);
  if (save.state !== 'sending') notifyOutboxChange();
  return kept;
}

/** All of a person's, in the order in which they were saved. */
export function queuedSaves(userId: string): QueuedSave[] {
  return recordKeys(outboxPrefix(userId)).flatMap((key) => readRecord(key, parse) ?? []);
}

/** One, as it is now; undefined when it is sent or discarded. */
export function queuedSave(userId: string, id: string): QueuedSave | undefined {
  return readRecord(outboxPrefix(userId) + id, parse);
}

export function removeFromOutbox(userId: string, { id }: Pick<QueuedSave, 'id'>): void {
  removeRecord(outboxPrefix(userId) + id);
  notifyOutboxChange();
}

/** The later saves of the same prompt. */
export function savesAfter(userId: string, save: QueuedSave): QueuedSave[] {
  return queuedSaves(userId).filter(
    ({ id, promptId }) => promptId === save.promptId && id > save.id,
  );
}

/** The version that a save makes, if nobody else saves before it is stored. */
export function nextVersion({ base, unchanged }: Pick<QueuedSave, 'base' | 'unchanged'>): number {
  return (base ?? 0) + (unchanged ? 0 : 1);
}

/**
 * Returns the words of a prompt's last queued save, and the version that the next save is based on. Null without a
 * queued save on top of `version`, which is the server's, or when one was refused: then a person must look first.
 */
export function queuedWords(
  userId: string,
  promptId: string,
  version: number,
): { readonly values: PromptValues; readonly saveBase: number } | null {
  const saves = queuedSaves(userId).filter((save) => save.promptId === promptId);
  if (saves.some(({ state }) => state === 'refused')) return null;
  const last = saves.findLast(({ base }) => base !== null && base >= version);
  return last ? { values: last.values, saveBase: nextVersion(last) } : null;
}

function parse(stored: unknown): QueuedSave | undefined {
  const result = v.safeParse(schema, stored);
  return result.success ? result.output : undefined;
}
