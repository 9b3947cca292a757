import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { registerSuccessThen, routes } from '#contract/routes.ts';
import { signIn } from '#web/data/session/auth.ts';
import { toDataError, type DataError } from '#web/data/backend/data-error.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';
import { EmailField } from './email-field.tsx';
import { FormProblem } from './form-problem.tsx';
import { pendingEmail } from './pending-email.ts';

/**
 * Signs in with email and password. The page reacts to the session, not to this form. A new
 * verification link leads on to `redirect`.
 */
export function SignInForm({ redirect }: { readonly redirect: string }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { busy, problem, submit } = useSubmit<ReactNode>({
    send: async () => void (await signIn({ email: email.trim(), password })),
    explain: (reason) => {
      const error = toDataError(reason);
      toast.error(messages.auth.signInFailed(error.message));
      return explainFailure(error, email.trim(), redirect);
    },
  });

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <FormProblem>{problem}</FormProblem>
      <EmailField value={email} onChange={setEmail} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        aside={
          <Link
            to={routes.resetPassword}
            className={`${textLinkClass} text-sm pointer-coarse:py-3`}
          >
            Forgot password?
          </Link>
        }
      />
      <Button type="submit" variant="primary" size="large" busy={busy} className="mt-1 w-full">
        {busy ? messages.auth.loading : 'Sign In'}
      </Button>
    </form>
  );
}

function explainFailure(error: DataError, email: string, redirect: string): ReactNode {
  if (error.code !== 'email_not_confirmed') return error.message;
  return (
    <>
      {error.message}.{' '}
      <Link
        to={registerSuccessThen(redirect)}
        onClick={() => pendingEmail.store(email)}
        className="font-medium underline underline-offset-2"
      >
        Get a new verification link
      </Link>
    </>
  );
}
