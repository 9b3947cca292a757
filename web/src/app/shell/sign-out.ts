import { messages } from '#contract/messages.ts';
import { routes, signInThen } from '#contract/routes.ts';
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
  /** The path of the page that follows. */
  readonly next: string;
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
 * Signs out, and opens the sign-in page. Asks first if drafts or queued saves would stay on this
 * device, or uploads would be lost.
 */
export async function requestSignOut(next: string = routes.signIn): Promise<void> {
  const userId = storedSession()?.user.id;
  if (userId === undefined) return endSession(next);
  const work = unsavedWork(userId);
  const uploads = await import('#web/data/attachments/upload-queue.ts').then(
    ({ countUploads }) => countUploads(),
    () => 0,
  );
  if (work.drafts + work.queuedSaves + uploads === 0) return endSession(next);
  const canAsk = await preloadSignOutDialog().then(
    () => true,
    () => false,
  );
  // Without the dialog they stay on the device, so that nothing is lost.
  return canAsk ? setPending({ userId, next, work, uploads }) : endSession(next);
}

/** Signs out as `requestSignOut` does, and returns to this page after the next sign-in. */
export async function requestOtherAccount(): Promise<void> {
  const { pathname, search, hash } = location;
  return requestSignOut(signInThen(pathname + search + hash));
}

/** Continues the pending sign-out. 'remove' deletes the unsaved work from this device. */
export async function finishSignOut(choice: SignOutChoice): Promise<void> {
  const request = pending;
  setPending(null);
  if (choice === 'stay' || request === null) return;
  await endSession(request.next);
  if (choice === 'keep') return;
  // Forms write their drafts when the session ends, so delete after them.
  setTimeout(() => deleteDrafts(request.userId));
}

async function endSession(next: string): Promise<void> {
  try {
    await signOut(next);
  } catch (reason) {
    toast.error(messages.auth.signOutFailed(toDataError(reason).message));
  }
}
