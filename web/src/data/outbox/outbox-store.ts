import * as v from 'valibot';
import {
  removeRecord,
  storeRecord,
  readRecord,
  recordKeys,
} from '#web/lib/storage/device-records.ts';
import {
  promptValuesSchema,
  sameValues,
  type PromptValues,
} from '#web/data/prompts/prompt-values.ts';
import { notifyOutboxChange, outboxPrefix } from './outbox-events.ts';

/**
 * A save that the server has not confirmed. It is stored on this device before it is sent, and
 * removed once the server has it: neither a lost connection nor a crash loses it. Sending one twice
 * stores it once, since a new prompt brings its id, and a change names its base.
 */
const schema = v.object({
  /** Sorts by the time of the save. */
  id: v.string(),
  /** The prompt's id; a new prompt will get this one. */
  promptId: v.string(),
  /**
   * The version that the values are based on; null for a new prompt. With `from` it is only the
   * number that was expected, 0 if it will never be a version.
   */
  base: v.nullable(v.number()),
  /**
   * The values of an earlier save of this device that these are based on, if it is unknown which
   * version has them, or whether one does.
   */
  from: v.nullable(promptValuesSchema),
  values: promptValuesSchema,
  /** The values equal those of the base: the server will make no version. */
  unchanged: v.boolean(),
  /** The group stays as it is: of a prompt that somebody shares with this person, it is hidden. */
  keepsGroup: v.optional(v.boolean()),
  /** The team that a new prompt belongs to. */
  teamId: v.optional(v.nullable(v.string())),
  changeDescription: v.string(),
  /** The prompt that a new one is a fork of. */
  forkedFrom: v.nullable(v.string()),
  /**
   * Being sent for the first time, queued ('waiting'), or refused: then a person must look, and
   * `reason` says why.
   */
  state: v.picklist(['sending', 'waiting', 'refused']),
  reason: v.nullable(v.string()),
});

export type QueuedSave = Readonly<v.InferOutput<typeof schema>>;

/**
 * Stores a save, or overwrites it. Returns false when the device has no room. Listeners don't hear
 * of a first try.
 */
export function putInOutbox(userId: string, save: QueuedSave): boolean {
  const isStored = storeRecord(outboxPrefix(userId) + save.id, save);
  if (save.state !== 'sending') notifyOutboxChange();
  return isStored;
}

/** Returns all saves of a person, oldest first. */
export function queuedSaves(userId: string): QueuedSave[] {
  return recordKeys(outboxPrefix(userId)).flatMap((key) => readRecord(key, parse) ?? []);
}

/** Returns a save as it is stored now; undefined when it was sent or discarded. */
export function queuedSave(userId: string, id: string): QueuedSave | undefined {
  return readRecord(outboxPrefix(userId) + id, parse);
}

export function removeFromOutbox(userId: string, { id }: Pick<QueuedSave, 'id'>): void {
  removeRecord(outboxPrefix(userId) + id);
  notifyOutboxChange();
}

/** Returns the earlier saves of the same prompt. */
export function savesBefore(userId: string, save: QueuedSave): QueuedSave[] {
  return queuedSaves(userId).filter(
    ({ id, promptId }) => promptId === save.promptId && id < save.id,
  );
}

/** Returns the later saves of the same prompt. */
export function savesAfter(userId: string, save: QueuedSave): QueuedSave[] {
  return queuedSaves(userId).filter(
    ({ id, promptId }) => promptId === save.promptId && id > save.id,
  );
}

/** Returns the queued save of a fork with these values; undefined without one, or if it was refused. */
export function queuedFork(
  userId: string,
  sourceId: string,
  values: PromptValues,
): QueuedSave | undefined {
  return queuedSaves(userId).find(
    (save) =>
      save.forkedFrom === sourceId && save.state !== 'refused' && sameValues(save.values, values),
  );
}

/** Returns the version that a save makes if nobody else saves first. */
export function nextVersion({ base, unchanged }: Pick<QueuedSave, 'base' | 'unchanged'>): number {
  return (base ?? 0) + (unchanged ? 0 : 1);
}

/**
 * Returns the values of a prompt's last queued save, and the version that the next save is based
 * on. Null without a queued save on top of the server's `version`, or when one was refused: then a
 * person must look first.
 */
export function queuedValues(
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
