import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { resendConfirmation } from '#web/data/session/auth.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

/** Sends a new verification email if this browser doesn't know the address. */
export function ResendToAddress({ redirect }: { readonly redirect: string }) {
  const [email, setEmail] = useState('');
  const { busy, problem, submit } = useSubmit({
    send: async () => {
      await resendConfirmation(email.trim(), redirect);
      toast.success(messages.auth.verificationResent);
    },
    explain: (reason) => toDataError(reason).message,
  });
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 border-t border-hairline pt-5">
      <TextField
        label="Need a new link?"
        type="email"
        name="email"
        autoComplete="email"
        placeholder="Your email"
        required
        value={email}
        error={problem}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" busy={busy} className="w-full">
        Click to resend
      </Button>
    </form>
  );
}
