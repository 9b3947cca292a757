import { messages } from '#contract/messages.ts';
import { deleteDrafts, unsavedWork, type UnsavedWork } from '#web/data/drafts/drafts.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { signOut } from '#web/data/session/session.ts';
import { storedSession } from '#web/data/session/stored-session.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import type { SignOutChoice } from './sign-out-dialog.tsx';
import { createListeners } from '#web/lib/react/listeners.ts';

/** A sign-out that needs a decision about work stored only on this device. */
export interface PendingSignOut {
  readonly userId: string;
  readonly work: UnsavedWork;
  /** Files that are lost, as they haven't been uploaded yet. */
  readonly uploads: number;
}

let pending: PendingSignOut | null = null;
const { notify, subscribe } = createListeners();

export function pendingSignOut(): PendingSignOut | null {
  return pending;
}

export const onPendingSignOut = subscribe;

function setPending(next: PendingSignOut | null): void {
  pending = next;
  notify();
}

/** Loads the dialog in advance, since it is needed offline, too. */
export async function preloadSignOutDialog() {
  return import('./sign-out-dialog.tsx');
}

/**
 * Signs out. Asks first if drafts or queued saves would stay on this device, or uploads would be
 * lost.
 */
export async function requestSignOut(): Promise<void> {
  const userId = storedSession()?.user.id;
  if (userId === undefined) return endSession();
  const work = unsavedWork(userId);
  const uploads = await import('#web/data/attachments/upload-queue.ts').then(
    ({ countUploads }) => countUploads(),
    () => 0,
  );
  if (work.drafts + work.queuedSaves + uploads === 0) return endSession();
  const canAsk = await preloadSignOutDialog().then(
    () => true,
    () => false,
  );
  // Without the dialog they stay on the device, so that nothing is lost.
  return canAsk ? setPending({ userId, work, uploads }) : endSession();
}

/** Continues the pending sign-out. 'remove' deletes the unsaved work from this device. */
export async function finishSignOut(choice: SignOutChoice): Promise<void> {
  const request = pending;
  setPending(null);
  if (choice === 'stay' || request === null) return;
  await endSession();
  if (choice === 'keep') return;
  // Forms write their drafts when the session ends, so delete after them.
  setTimeout(() => deleteDrafts(request.userId));
}

async function endSession(): Promise<void> {
  try {
    await signOut();
  } catch (reason) {
    toast.error(messages.auth.signOutFailed(toDataError(reason).message));
  }
}
