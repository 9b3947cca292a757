import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { accountMessages } from '#contract/account-messages.ts';
import { passwordHint } from '#contract/password-rules.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import {
  newPasswordProblem,
  type NewPasswordProblem,
} from '#web/lib/session/new-password-problem.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

interface NewPasswordFormProps {
  /** Sets the password. A rejection's message is shown to the user. */
  readonly save: (password: string) => Promise<void>;
  readonly onSaved: () => void;
}

/** Sets a new password, behind a recovery link. */
export function NewPasswordForm({ save, onSaved }: NewPasswordFormProps) {
  const rules = runtimeConfig().signIn.passwordRules;
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const { busy, problem, submit } = useSubmit<NewPasswordProblem>({
    check: () => {
      const broken = newPasswordProblem(password, confirmation, rules);
      if (broken) toast.error(broken.message);
      return broken;
    },
    send: async () => {
      await save(password);
      toast.success(accountMessages.password.updated);
      onSaved();
    },
    explain: (reason) => {
      const { message } = toDataError(reason);
      toast.error(accountMessages.password.updateFailed(message));
      return { field: 'password', message };
    },
  });

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <PasswordField
        label="New password"
        name="new-password"
        autoComplete="new-password"
        required
        hint={passwordHint(rules)}
        error={problem?.field === 'password' ? problem.message : null}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordField
        label="Confirm new password"
        name="confirm-password"
        autoComplete="new-password"
        required
        error={problem?.field === 'confirmation' ? problem.message : null}
        value={confirmation}
        onChange={(event) => setConfirmation(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" size="large" busy={busy} className="w-full">
        {busy ? messages.auth.loading : 'Set new password'}
      </Button>
    </form>
  );
}
