import { useState } from 'react';
import { useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { requestPasswordReset } from '#web/data/session/auth.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { EmailField } from './email-field.tsx';
import { FormProblem } from './form-problem.tsx';

/** Requests the recovery email. The response is the same for every address. */
export function ResetRequestForm() {
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const { busy, problem, submit } = useSubmit({
    send: async () => {
      await requestPasswordReset(email.trim());
      toast.success(messages.auth.resetSent);
      await navigate(routes.signIn, { state: { mailSent: true } });
    },
    explain: (reason) => {
      toast.error(messages.auth.resetFailed);
      return toDataError(reason).message;
    },
  });

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <FormProblem>{problem}</FormProblem>
      <EmailField value={email} onChange={setEmail} />
      <Button type="submit" variant="primary" size="large" busy={busy} className="w-full">
        {busy ? messages.auth.loading : 'Send instructions'}
      </Button>
    </form>
  );
}
