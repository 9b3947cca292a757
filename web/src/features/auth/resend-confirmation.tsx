import { messages } from '#contract/messages.ts';
import { resendConfirmation } from '#web/data/session/auth.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';

interface ResendConfirmationProps {
  readonly email: string;
  /** The path to which the link in the email leads. */
  readonly redirect: string;
  /** The text before the button. */
  readonly lead?: string;
}

/** Sends the verification email again. A failure is logged and shown. */
export function ResendConfirmation({
  email,
  redirect,
  lead = "Didn't get it?",
}: ResendConfirmationProps) {
  const { busy, problem, submit } = useSubmit({
    send: async () => {
      await resendConfirmation(email, redirect);
      toast.success(messages.auth.verificationResent);
    },
    explain: (reason) => {
      const { message } = toDataError(reason);
      console.warn('The verification mail was not sent again:', message);
      return message;
    },
  });

  return (
    <div className="text-sm text-ink-soft">
      {lead}{' '}
      <button type="button" onClick={() => submit()} aria-disabled={busy} className={textLinkClass}>
        Click to resend
      </button>
      <div role="alert">
        {problem ? <p className="mt-2 text-danger-ink">Couldn't send it: {problem}</p> : null}
      </div>
    </div>
  );
}
