import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { resendConfirmation } from '#web/data/auth.ts';
import { toDataError } from '#web/data/fail.ts';
import { toast } from '#web/ui/toast.ts';
import { textLinkClass } from './auth-frame.tsx';

interface ResendConfirmationProps {
  readonly email: string;
  /** Why one might want it. */
  readonly lead?: string;
}

/** Sends the verification mail once more. A failure is logged, and said here where it was asked for. */
export function ResendConfirmation({ email, lead = 'Nothing came?' }: ResendConfirmationProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function resend() {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await resendConfirmation(email);
      toast.success(messages.auth.verificationResent);
    } catch (reason) {
      const { message } = toDataError(reason);
      console.warn('The verification mail was not sent again:', message);
      setProblem(message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="text-sm text-ink-soft">
      {lead}{' '}
      <button
        type="button"
        onClick={() => void resend()}
        aria-disabled={busy}
        className={textLinkClass}
      >
        Click to resend
      </button>
      <div role="alert">
        {problem ? <p className="mt-2 text-danger-ink">It was not sent: {problem}</p> : null}
      </div>
    </div>
  );
}
