import { useState } from 'react';
import { changeEmail } from '#web/data/account/account.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { PendingEmailChange } from './pending-email-change.tsx';
import { toastFailure } from './toast-failure.ts';

interface EmailChangeProps {
  readonly email: string;
  /** The new email, until both links were opened. */
  readonly pendingEmail: string | null;
}

/** Shows the email, read-only, with a form to change it. */
export function EmailChange({ email, pendingEmail }: EmailChangeProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-8 flex flex-col gap-4">
      <TextField
        label="Email"
        type="email"
        value={email}
        readOnly
        aside={
          open || pendingEmail !== null ? null : (
            <Button variant="quiet" size="small" className="-mr-2.5" onClick={() => setOpen(true)}>
              Change email
            </Button>
          )
        }
      />
      {pendingEmail === null ? null : <PendingEmailChange from={email} to={pendingEmail} />}
      {open ? <NewEmail current={email} onDone={() => setOpen(false)} /> : null}
    </div>
  );
}

interface NewEmailProps {
  readonly current: string;
  readonly onDone: () => void;
}

function NewEmail({ current, onDone }: NewEmailProps) {
  const [email, setEmail] = useState('');
  const { busy, problem, submit } = useSubmit({
    check: () =>
      email.trim().toLowerCase() === current.toLowerCase() ? 'This is your email already.' : null,
    send: async () => {
      await changeEmail(email.trim());
      onDone();
    },
    explain: toastFailure,
  });
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 rounded-lg border border-hairline p-4">
      <TextField
        label="New email"
        type="email"
        name="new-email"
        autoComplete="email"
        required
        // The user opened this form to type the email.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        hint="We'll send a link to both addresses. Your email changes once you've opened both."
        value={email}
        error={problem}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Send both links
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
