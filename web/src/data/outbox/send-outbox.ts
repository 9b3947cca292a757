import { newId } from '#web/lib/values/new-id.ts';
import { sameValues } from '#web/data/prompts/prompt-values.ts';
import type { DataError } from '#web/data/backend/data-error.ts';
import type { PromptSave, SaveOutcome } from './save-prompt.ts';
import {
  removeFromOutbox,
  putInOutbox,
  nextVersion,
  savesAfter,
  queuedSave,
  queuedSaves,
  type QueuedSave,
} from './outbox-store.ts';

/** Sends a save to the server; see `sendSave`. It must not refresh what is shown: the save is still in the outbox. */
export type SendSave = (save: PromptSave) => Promise<SaveOutcome>;

/** What became of a save that a form asked for. */
export type StoreOutcome =
  | SaveOutcome
  /** It is kept on this device and will be sent later; `error` says why, when it was tried. */
  | { readonly kind: 'waiting'; readonly error: DataError | null };

/**
 * Stores a save: writes it down on this device, sends it, and strikes it out again once there is an answer, which is
 * the caller's to deal with. Without an answer it stays, or, where the device has no room, comes back as 'unanswered'.
 * `instead` is an earlier save whose place it takes: that was refused, and its words were merged.
 */
export async function storeSave(
  userId: string,
  asked: PromptSave,
  send: SendSave,
  instead?: QueuedSave,
): Promise<StoreOutcome> {
  const id = instead?.id ?? newId();
  const save: QueuedSave = { ...asked, id, from: null, state: 'sending', reason: null };
  const kept = putInOutbox(userId, save);
  if (kept && hasEarlier(userId, save)) {
    putInOutbox(userId, { ...save, state: 'waiting' });
    return { kind: 'waiting', error: null };
  }
  const stored = await alone(save, () => sendOnce(userId, save, kept, send, instead));
  // Another window found it and sends it.
  return stored ?? { kind: 'waiting', error: null };
}

/** Part of what is done alone: another window must not find a save that was answered and is still written down. */
async function sendOnce(
  userId: string,
  save: QueuedSave,
  kept: boolean,
  send: SendSave,
  instead: QueuedSave | undefined,
): Promise<StoreOutcome> {
  const outcome = await send(save);
  if (outcome.kind === 'saved') {
    strikeOut(userId, save, outcome.version);
  } else if (outcome.kind === 'unanswered' && kept) {
    putInOutbox(userId, { ...save, state: 'waiting' });
    return { kind: 'waiting', error: outcome.error };
  } else if (instead) {
    putInOutbox(userId, instead);
  } else {
    removeFromOutbox(userId, save);
  }
  return outcome;
}

/**
 * Sends the queued saves in order. Stops where there is no answer; a save that is refused stays for the person to look
 * at, and so do the later ones of the same prompt. Awaits `onOutcome` for each answer, once the outbox knows it.
 */
export async function sendOutbox(
  userId: string,
  send: SendSave,
  onOutcome: (save: QueuedSave, outcome: SaveOutcome) => Promise<void> = async () => undefined,
): Promise<void> {
  const held = new Set<string>();
  for (const { id } of queuedSaves(userId)) {
    // As it is now: the ones before it may have changed its base.
    const save = queuedSave(userId, id);
    if (!save) continue;
    if (held.has(save.promptId) || save.state === 'refused') {
      held.add(save.promptId);
      continue;
    }
    const outcome = await alone(save, async () => {
      // Another window may have had an answer to it meanwhile.
      const now = queuedSave(userId, id);
      return now && now.state !== 'refused' ? send(now) : undefined;
    });
    if (outcome?.kind === 'unanswered') {
      putInOutbox(userId, { ...save, state: 'waiting' });
      return;
    }
    if (outcome?.kind === 'saved') {
      strikeOut(userId, save, outcome.version);
    } else {
      held.add(save.promptId);
      if (outcome) refuse(userId, save, outcome);
    }
    if (outcome) await onOutcome(save, outcome);
  }
}

/**
 * It is stored. Later saves of the same prompt were based on its words, and from now on are on its version: which has
 * no new number if nothing changed, and another one if it was merged.
 */
function strikeOut(userId: string, save: QueuedSave, version: number): void {
  removeFromOutbox(userId, save);
  for (const later of savesAfter(userId, save)) {
    const onItsWords = later.from !== null && sameValues(later.from, save.values);
    if (later.base === nextVersion(save) || onItsWords) {
      putInOutbox(userId, { ...later, base: version, from: null });
    }
  }
}

function refuse(
  userId: string,
  save: QueuedSave,
  outcome: Exclude<SaveOutcome, { kind: 'saved' | 'unanswered' }>,
): void {
  const reason = outcome.kind === 'refused' ? outcome.error.message : outcome.kind;
  putInOutbox(userId, { ...save, state: 'refused', reason });
  const [later] = savesAfter(userId, save);
  // What it is based on will never be a version: its words are kept to merge from.
  if (later && later.base === nextVersion(save)) {
    putInOutbox(userId, { ...later, base: 0, from: save.values });
  }
}

function hasEarlier(userId: string, save: QueuedSave): boolean {
  return queuedSaves(userId).some(({ id, promptId }) => promptId === save.promptId && id < save.id);
}

/**
 * Runs `work` unless another window does so with the same save; then undefined. Where browsers have no locks (outside
 * of HTTPS and localhost) both may send it, which does no harm.
 */
async function alone<Result>(
  { id }: QueuedSave,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(`cuebook.waiting/${id}`, { ifAvailable: true }, (lock) =>
    lock === null ? undefined : work(),
  );
}
