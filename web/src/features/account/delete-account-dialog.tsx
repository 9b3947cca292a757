import { useId, useState } from 'react';
import { accountMessages } from '#contract/account-messages.ts';
import { deleteAccount } from '#web/data/account/account.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import type { User } from '#web/data/session/session.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

interface DeleteAccountDialogProps {
  readonly user: User;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Deletes the account after the user has typed their email. */
export function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  const { user, open, onOpenChange } = props;
  const email = user.email ?? '';
  const form = useId();
  const [typed, setTyped] = useState('');
  const { busy, problem, submit } = useSubmit({
    send: () => deleteAccount(user.id),
    explain: (reason) => {
      const { message } = toDataError(reason);
      toast.error(accountMessages.account.deleteFailed(message));
      return message;
    },
  });

  function change(next: boolean) {
    if (busy) return;
    setTyped('');
    onOpenChange(next);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      width="narrow"
      title="Delete your account?"
      description="Everything in it is permanently removed right away. Prompts and chains you shared with a team go to another owner of it, or else an editor. A team that has neither is deleted with them."
      footer={
        <>
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="danger"
            busy={busy}
            disabled={typed.trim().toLowerCase() !== email}
          >
            Delete my account
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          label="Type your email to confirm"
          name="confirm-email"
          type="email"
          autoComplete="off"
          placeholder={email}
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
