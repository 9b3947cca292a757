import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import { passwordHint } from '#contract/password-rules.ts';
import { registerSuccessThen, routes, signInThen } from '#contract/routes.ts';
import { signUp } from '#web/data/session/auth.ts';
import { syncContact } from '#web/data/account/contact-sync.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';
import { FormProblem } from './form-problem.tsx';
import { pendingEmail } from './pending-email.ts';
import { signUpProblem, type SignUpFields, type SignUpProblem } from './sign-up-problem.ts';

const empty: SignUpFields = { fullName: '', email: '', password: '', confirmation: '' };

/**
 * Creates an account. The page reacts to a session that comes with it; a mailed link leads on to
 * `redirect`.
 */
export function SignUpForm({ redirect }: { readonly redirect: string }) {
  const navigate = useNavigate();
  const rules = runtimeConfig().signIn.passwordRules;
  const [fields, setFields] = useState(empty);
  const [accepted, setAccepted] = useState(false);
  const { busy, problem, submit } = useSubmit<SignUpProblem>({
    check: () => {
      const broken = signUpProblem(fields, rules);
      if (broken) toast.error(broken.message);
      return broken;
    },
    send: register,
    explain: (reason) => {
      const { message } = toDataError(reason);
      const isRegistered = message === messages.auth.alreadyRegistered;
      toast.error(isRegistered ? message : messages.auth.signUpFailed(message));
      return { field: null, message };
    },
  });

  function input(field: keyof SignUpFields) {
    return {
      name: field,
      value: fields[field],
      error: problem?.field === field ? problem.message : null,
      onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
        setFields({ ...fields, [field]: event.currentTarget.value }),
    };
  }

  async function register() {
    const email = fields.email.trim();
    const name = fields.fullName.trim();
    const { confirmed, signedIn } = await signUp(
      name,
      { email, password: fields.password },
      redirect,
    );
    void syncContact(email, name);
    if (confirmed) {
      toast.success(messages.auth.signedUpConfirmed);
      if (!signedIn) await navigate(signInThen(redirect));
      return;
    }
    pendingEmail.store(email);
    toast.success(messages.auth.signedUpUnconfirmed);
    await navigate(registerSuccessThen(redirect));
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <FormProblem>{problem?.field === null ? problem.message : null}</FormProblem>
      <TextField label="Full name" autoComplete="name" maxLength={200} {...input('fullName')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        aria-required="true"
        {...input('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        aria-required="true"
        hint={passwordHint(rules)}
        {...input('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        aria-required="true"
        {...input('confirmation')}
      />
      <Checkbox
        name="terms"
        required
        checked={accepted}
        onCheckedChange={setAccepted}
        label={
          <>
            I agree to the{' '}
            <Link to={routes.terms} target="_blank" className={textLinkClass}>
              terms
            </Link>{' '}
            and the{' '}
            <Link to={routes.privacy} target="_blank" className={textLinkClass}>
              privacy policy
            </Link>
          </>
        }
      />
      <Button type="submit" variant="primary" size="large" busy={busy} className="mt-1 w-full">
        {busy ? messages.auth.loading : 'Sign Up'}
      </Button>
    </form>
  );
}
