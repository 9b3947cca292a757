import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/fail.ts';
import { signOut } from '#web/data/session.ts';
import { toast } from '#web/ui/toast.ts';

/** Ends the session on this device, and says so when that fails. */
export async function leave(): Promise<void> {
  try {
    await signOut();
  } catch (reason) {
    toast.error(messages.auth.signOutFailed(toDataError(reason).message));
  }
}
