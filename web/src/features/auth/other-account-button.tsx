import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { signOut } from '#web/data/session/session.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';

/** Signs out, so that the page asks to sign in. Unsaved work stays on the device. */
export function OtherAccountButton() {
  async function leave() {
    try {
      await signOut();
    } catch (reason) {
      toast.error(messages.auth.signOutFailed(toDataError(reason).message));
    }
  }
  return (
    <button type="button" onClick={() => void leave()} className={textLinkClass}>
      Use another account
    </button>
  );
}
