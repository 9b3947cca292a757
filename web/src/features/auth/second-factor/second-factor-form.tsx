import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { verifyFactor, type Authenticator } from '#web/data/session/second-factor.ts';
import { secondFactorProblem } from '#web/lib/session/second-factor-problem.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

interface SecondFactorFormProps {
  readonly authenticators: readonly Authenticator[];
}

/** Verifies the code of a second factor. The page reacts to the session, not to this form. */
export function SecondFactorForm({ authenticators }: SecondFactorFormProps) {
  const [chosen, setChosen] = useState(authenticators[0]?.id ?? '');
  const [code, setCode] = useState('');
  const { busy, problem, submit } = useSubmit({
    send: () => verifyFactor(chosen, code),
    explain: (reason) => {
      const message = secondFactorProblem(toDataError(reason));
      toast.error(messages.auth.signInFailed(message));
      setCode('');
      return message;
    },
  });

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {authenticators.length > 1 ? (
        <Select
          label="Authenticator"
          value={chosen}
          onChange={setChosen}
          options={authenticators.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      <CodeField
        label="Six-digit code"
        name="code"
        // The page has nothing else to do.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" size="large" busy={busy} className="w-full">
        {busy ? messages.auth.loading : 'Sign In'}
      </Button>
    </form>
  );
}
