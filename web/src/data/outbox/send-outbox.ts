import { newId } from '#contract/new-id.ts';
import { sameValues, type PromptValues } from '#web/data/prompts/prompt-values.ts';
import type { DataError } from '#web/data/backend/data-error.ts';
import type { PromptSave, SaveOutcome } from './send-save.ts';
import {
  removeFromOutbox,
  putInOutbox,
  nextVersion,
  savesAfter,
  savesBefore,
  queuedSave,
  queuedSaves,
  type QueuedSave,
} from './outbox-store.ts';

/**
 * Sends a save to the server; see `sendSave`. It must not refresh the page: the save is still in
 * the outbox.
 */
type SendSave = (save: PromptSave) => Promise<SaveOutcome>;

/** The result of a save that a form asked for. */
export type EnqueueOutcome =
  | SaveOutcome
  /**
   * It is stored on this device and will be sent later. `error` is that of the first try, if there
   * was one. `isBlocked`: An earlier save of its prompt was refused, and must be reviewed first.
   */
  | { readonly kind: 'queued'; readonly error: DataError | null; readonly isBlocked: boolean };

/**
 * Puts a save into the outbox and sends it. Removes it when the server has replied. Without a reply
 * it stays queued, or is 'unanswered' if the device has no room. `replaces` is an earlier refused
 * save, whose values were merged.
 */
export async function enqueueSave(
  userId: string,
  promptSave: PromptSave,
  send: SendSave,
  replaces?: QueuedSave,
): Promise<EnqueueOutcome> {
  const id = replaces?.id ?? newId();
  const save: QueuedSave = { ...promptSave, id, state: 'sending', reason: null };
  const isStored = putInOutbox(userId, save);
  const earlier = savesBefore(userId, save);
  if (isStored && earlier.length > 0) {
    const from = isBasedOn(save, earlier.at(-1)) ? null : save.from;
    putInOutbox(userId, { ...save, from, state: 'waiting' });
    const isBlocked = earlier.some(({ state }) => state === 'refused');
    return { kind: 'queued', error: null, isBlocked };
  }
  const outcome = await withSaveLock(save, () => sendNew(userId, save, isStored, send, replaces));
  // Without the lock: another window found the save and sends it.
  return outcome ?? { kind: 'queued', error: null, isBlocked: false };
}

/**
 * Sends under the save's lock, and updates the outbox before it is released: no other window may
 * send it again.
 */
async function sendNew(
  userId: string,
  save: QueuedSave,
  isStored: boolean,
  send: SendSave,
  replaces: QueuedSave | undefined,
): Promise<EnqueueOutcome> {
  const outcome = await send(save);
  if (outcome.kind === 'saved') {
    removeAndRebase(userId, save, outcome.version);
  } else if (outcome.kind === 'unanswered' && isStored) {
    putInOutbox(userId, { ...save, state: 'waiting' });
    return { kind: 'queued', error: outcome.error, isBlocked: false };
  } else if (replaces) {
    putInOutbox(userId, replaces);
  } else {
    removeFromOutbox(userId, save);
  }
  return outcome;
}

/**
 * Sends the queued saves in order, and stops when the server does not reply. A refused save stays
 * for the person to look at, and with it the later saves of its prompt. Awaits `onOutcome` for each
 * reply, after updating the outbox.
 */
export async function sendOutbox(
  userId: string,
  send: SendSave,
  onOutcome: (save: QueuedSave, outcome: SaveOutcome) => Promise<void> = async () => undefined,
): Promise<void> {
  const blockedPrompts = new Set<string>();
  for (const { id } of queuedSaves(userId)) {
    // Read again: the saves before it may have changed its base.
    const save = queuedSave(userId, id);
    if (!save) continue;
    if (blockedPrompts.has(save.promptId) || save.state === 'refused') {
      blockedPrompts.add(save.promptId);
      continue;
    }
    const outcome = await withSaveLock(save, async () => {
      // Another window may have sent it while this one waited for the lock.
      const current = queuedSave(userId, id);
      return current && current.state !== 'refused' ? send(current) : undefined;
    });
    if (outcome?.kind === 'unanswered') {
      putInOutbox(userId, { ...save, state: 'waiting' });
      return;
    }
    if (outcome?.kind === 'saved') {
      removeAndRebase(userId, save, outcome.version);
    } else {
      blockedPrompts.add(save.promptId);
      if (outcome) markRefused(userId, save, outcome);
    }
    if (outcome) await onOutcome(save, outcome);
  }
}

/**
 * Removes a stored save, and bases the later saves of its prompt on the version that it made. That
 * is not the expected number if nothing changed, or if the save was merged.
 */
function removeAndRebase(userId: string, save: QueuedSave, version: number): void {
  removeFromOutbox(userId, save);
  const later = savesAfter(userId, save);
  moveBases(userId, later, { expected: nextVersion(save), version, values: save.values });
}

interface MovedVersion {
  readonly expected: number;
  readonly version: number;
  /** Its values; null if no version will have them. */
  readonly values: PromptValues | null;
}

/**
 * Bases the saves of a prompt that expect a version by number, or by its values, on the one that it
 * became. The numbers that they make move too, on which others are based.
 */
function moveBases(
  userId: string,
  saves: readonly QueuedSave[],
  { expected, version, values }: MovedVersion,
): void {
  const versions = new Map<number | null, number>([[expected, version]]);
  for (const save of saves) {
    const isFrom = save.from !== null && values !== null && sameValues(save.from, values);
    const base = save.from === null ? versions.get(save.base) : isFrom ? version : undefined;
    if (base === undefined) {
      // Those that expect the same number are based on this save.
      versions.delete(nextVersion(save));
      continue;
    }
    const moved = { ...save, base, from: null };
    putInOutbox(userId, moved);
    versions.set(nextVersion(save), nextVersion(moved));
  }
}

function markRefused(
  userId: string,
  save: QueuedSave,
  outcome: Exclude<SaveOutcome, { kind: 'saved' | 'unanswered' }>,
): void {
  const reason = outcome.kind === 'refused' ? outcome.error.message : outcome.kind;
  putInOutbox(userId, { ...save, state: 'refused', reason });
  const [next, ...others] = savesAfter(userId, save);
  if (!next || next.from !== null || next.base !== nextVersion(save)) return;
  // Its base will never be a version. The refused values are stored with it, as the base of a
  // merge.
  const moved = { ...next, base: 0, from: save.values };
  putInOutbox(userId, moved);
  moveBases(userId, others, {
    expected: nextVersion(next),
    version: nextVersion(moved),
    values: null,
  });
}

/**
 * Whether a save is based on the one that is queued before it. Then it needs no copy of its values:
 * the number of its base is corrected when that save is answered.
 */
function isBasedOn({ base, from }: QueuedSave, last: QueuedSave | undefined): boolean {
  if (from === null || last === undefined || last.state === 'refused') return false;
  return nextVersion(last) === base && sameValues(last.values, from);
}

/**
 * Runs `work` with an exclusive lock on the save; returns undefined when another window holds it.
 * Browsers have no locks outside of HTTPS and localhost: both windows may send it then, which does
 * no harm.
 */
async function withSaveLock<Result>(
  { id }: QueuedSave,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(`cuebook.waiting/${id}`, { ifAvailable: true }, (lock) =>
    lock === null ? undefined : work(),
  );
}
