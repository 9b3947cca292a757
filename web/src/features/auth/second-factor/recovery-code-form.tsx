import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { redeemRecoveryCode } from '#web/data/session/second-factor.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

/** Signs in with a recovery code, which turns two-factor sign-in off. */
export function RecoveryCodeForm() {
  const [code, setCode] = useState('');
  const { busy, problem, submit } = useSubmit({
    send: async () => {
      await redeemRecoveryCode(code);
      toast.success('Two-factor sign-in is off');
    },
    explain: (reason) => {
      const error = toDataError(reason);
      const message =
        error.code === 'PT422'
          ? 'Wrong code. Check it for typing errors, or use another of your recovery codes.'
          : error.message;
      toast.error(messages.auth.signInFailed(message));
      return message;
    },
  });

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <TextField
        label="Recovery code"
        name="recovery-code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this form to type a code
        autoFocus
        hint="One of your ten codes. Using it turns off two-factor sign-in, so you can set it up on another device, and signs you out everywhere else."
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" size="large" busy={busy} className="w-full">
        {busy ? messages.auth.loading : 'Use the recovery code'}
      </Button>
    </form>
  );
}
