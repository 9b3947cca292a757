import { messages } from '#contract/messages.ts';
import { deleteDrafts, unsavedWork, type UnsavedWork } from '#web/data/drafts/drafts.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { signOut } from '#web/data/session/session.ts';
import { storedSession } from '#web/data/session/stored-session.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import type { SignOutAnswer } from './sign-out-dialog.tsx';

/** A sign-out that waits for a decision about the work that is on this device alone. */
export interface SignOutQuestion {
  readonly userId: string;
  readonly work: UnsavedWork;
}

let question: SignOutQuestion | null = null;
const listeners = new Set<() => void>();

export function currentQuestion(): SignOutQuestion | null {
  return question;
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function ask(next: SignOutQuestion | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Loads what asks; it is needed offline, too. */
export async function preloadSignOutDialog() {
  return import('./sign-out-dialog.tsx');
}

/** Ends the session on this device; asks first where drafts or queued saves would stay on it. */
export async function signOutAndLeave(): Promise<void> {
  const userId = storedSession()?.user.id;
  const work = userId === undefined ? null : unsavedWork(userId);
  if (userId === undefined || work === null || work.drafts + work.queuedSaves === 0) return end();
  const canAsk = await preloadSignOutDialog().then(
    () => true,
    () => false,
  );
  // They stay, and are offered again: nothing is lost without a question.
  return canAsk ? ask({ userId, work }) : end();
}

/** Answers the question: 'remove' takes the unsaved work off this device. */
export async function answer(how: SignOutAnswer): Promise<void> {
  const asked = question;
  ask(null);
  if (how === 'stay' || asked === null) return;
  await end();
  if (how === 'keep') return;
  // Forms that close with the session write their drafts first.
  setTimeout(() => deleteDrafts(asked.userId));
}

async function end(): Promise<void> {
  try {
    await signOut();
  } catch (reason) {
    toast.error(messages.auth.signOutFailed(toDataError(reason).message));
  }
}
