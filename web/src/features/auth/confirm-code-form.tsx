import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { confirmEmail } from '#web/data/session/auth.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { keptFragment } from '#web/lib/storage/kept-fragment.ts';
import { Button } from '#web/ui/form/button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { pendingEmail } from './pending-email.ts';

interface ConfirmCodeFormProps {
  readonly email: string;
  /** The path to open afterwards. */
  readonly redirect: string;
  /** Whether it is the page's main action. */
  readonly isMain: boolean;
}

/** Confirms an email with the six-digit code that was sent to it, and opens a page. */
export function ConfirmCodeForm({ email, redirect, isMain }: ConfirmCodeFormProps) {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const { busy, problem, submit } = useSubmit({
    send: async () => {
      await confirmEmail(email, code.replaceAll(/\s/g, ''));
      pendingEmail.clear();
      keptFragment.clear();
      await navigate(redirect);
    },
    explain: (reason) => {
      const { code: error, message } = toDataError(reason);
      return error === 'otp_expired'
        ? 'Wrong or expired code. Use the code of the newest email; it works for one hour.'
        : message;
    },
  });
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <CodeField
        label="Six-digit code"
        name="code"
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant={isMain ? 'primary' : 'secondary'}
        size="large"
        busy={busy}
        className="w-full"
      >
        {busy ? messages.auth.loading : 'Confirm'}
      </Button>
    </form>
  );
}
