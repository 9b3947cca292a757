import { useState, type FormEvent } from 'react';
import { messages } from '#contract/messages.ts';
import { changePassword } from '#web/data/auth.ts';
import { toDataError } from '#web/data/fail.ts';
import { newPasswordProblem } from '#web/lib/new-password-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { Section } from './section.tsx';

interface Problem {
  readonly field: 'current' | 'password' | 'confirmation';
  readonly message: string;
}

const empty = { current: '', password: '', confirmation: '' };

/** A new password, after the current one. */
export function PasswordSection({ email }: { readonly email: string }) {
  const [fields, setFields] = useState(empty);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

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

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const found = newPasswordProblem(fields.password, fields.confirmation);
    setProblem(found);
    if (found) {
      toast.error(found.message);
      return;
    }
    setBusy(true);
    try {
      await changePassword(email, fields.current, fields.password);
      toast.success(messages.password.updated);
      setFields(empty);
    } catch (reason) {
      const { message } = toDataError(reason);
      const wrong = message === messages.password.currentIncorrect;
      toast.error(wrong ? message : messages.password.updateFailed(message));
      setProblem({ field: wrong ? 'current' : 'password', message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section title="Password">
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {/* Password managers need to know whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...input('current')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters, one uppercase letter and one number."
          {...input('password')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...input('confirmation')}
        />
        <Button type="submit" busy={busy} className="self-start">
          Update Password
        </Button>
      </form>
    </Section>
  );
}
