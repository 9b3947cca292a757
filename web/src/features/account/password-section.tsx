import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { accountMessages } from '#contract/account-messages.ts';
import { passwordHint } from '#contract/password-rules.ts';
import { routes } from '#contract/routes.ts';
import { changePassword, hasPassword, sendPasswordCode } from '#web/data/account/account.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import type { User } from '#web/data/session/session.ts';
import { sessionsQuery } from '#web/data/session/sessions.ts';
import { newPasswordProblem } from '#web/lib/session/new-password-problem.ts';
import { type FieldProblem, useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Section } from './section.tsx';

/** Changes the password. An account without one gets a link to choose one. */
export function PasswordSection({ user }: { readonly user: User }) {
  return (
    <Section title="Password" text="Changing it signs you out everywhere else.">
      {hasPassword(user) ? <PasswordForm user={user} /> : <NoPassword />}
    </Section>
  );
}

function NoPassword() {
  return (
    <p className="text-sm text-ink-soft">
      You sign in with a provider. To use a password as well,{' '}
      <Link to={routes.resetPassword} className={textLinkClass}>
        request an email to choose one
      </Link>
      .
    </p>
  );
}

type Problem = FieldProblem<'current' | 'password' | 'confirmation' | 'code'>;

const empty = { current: '', password: '', confirmation: '', code: '' };

function PasswordForm({ user }: { readonly user: User }) {
  const email = user.email ?? '';
  const rules = runtimeConfig().signIn.passwordRules;
  const client = useQueryClient();
  const [fields, setFields] = useState(empty);
  const [wantsCode, setWantsCode] = useState(false);
  const { busy, problem, submit } = useSubmit<Problem>({
    check: () => {
      const broken = newPasswordProblem(fields.password, fields.confirmation, rules);
      if (broken) toast.error(broken.message);
      return broken;
    },
    send: async () => {
      const { current, password: next, code } = fields;
      await changePassword({ email, current, next, code: code.replace(/\s/g, '') });
      toast.success(accountMessages.password.updated);
      setFields(empty);
      setWantsCode(false);
      // The other sessions were signed out.
      void client.invalidateQueries(sessionsQuery(user.id));
    },
    explain: (reason) => {
      const { message, code } = toDataError(reason);
      if (code === 'reauthentication_needed') return askForCode();
      const wrong = message === accountMessages.password.currentIncorrect;
      toast.error(wrong ? message : accountMessages.password.updateFailed(message));
      if (wrong) return { field: 'current', message };
      return { field: code === 'reauthentication_not_valid' ? 'code' : 'password', message };
    },
  });

  /** Emails a code, which some installations require if the sign-in was long ago. */
  function askForCode(): Problem {
    setWantsCode(true);
    sendPasswordCode().catch((reason: unknown) =>
      toast.error(accountMessages.password.updateFailed(toDataError(reason).message)),
    );
    return { field: 'code', message: 'We emailed you a code. Enter it to continue.' };
  }

  function input(field: keyof typeof empty) {
    return {
      name: field,
      required: true,
      value: fields[field],
      error: problem?.field === field ? problem.message : null,
      onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
        setFields({ ...fields, [field]: event.currentTarget.value }),
    };
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...input('current')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={passwordHint(rules)}
        {...input('password')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        {...input('confirmation')}
      />
      {wantsCode ? <CodeField label="Code from the email" {...input('code')} /> : null}
      <Button type="submit" busy={busy} className="self-start">
        Update Password
      </Button>
    </form>
  );
}
