import { useState } from 'react';
import { toDataError } from '#web/data/fail.ts';
import { proveFactor, type Enrolment } from '#web/data/second-factor.ts';
import { secondFactorProblem } from '#web/lib/second-factor-problem.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/code-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';

interface FirstCodeFormProps {
  readonly enrolment: Enrolment;
  readonly onProven: () => Promise<void>;
}

/** The picture or the key for the authenticator app, and the code that proves that it has it. */
export function FirstCodeForm({ enrolment, onProven }: FirstCodeFormProps) {
  const { id, qrCode, secret } = enrolment;
  const [code, setCode] = useState('');
  const { busy, problem, submit } = useSubmit({
    send: async () => {
      await proveFactor(id, code);
      await onProven();
    },
    explain: (reason) => secondFactorProblem(toDataError(reason)),
  });

  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      toast.success('Copied to clipboard');
    } catch {
      toast.error('Failed to copy to clipboard');
    }
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-sm text-ink-soft">
        Scan this with an authenticator app on your phone, or type the key into it. Then enter the
        code that it shows.
      </p>
      <div className="flex flex-col items-center gap-5 sm:flex-row sm:items-start">
        <img
          src={qrCode}
          alt="QR code for the authenticator app"
          width={176}
          height={176}
          className="size-44 shrink-0 rounded-md border border-hairline"
        />
        <TextField
          label="Key"
          value={secret.replace(/(.{4})(?=.)/g, '$1 ')}
          readOnly
          className="w-full min-w-0"
          aside={
            <Button variant="quiet" size="small" onClick={() => void copy()}>
              Copy key
            </Button>
          }
          hint="For apps that cannot scan: a time-based code of six digits."
        />
      </div>
      <CodeField
        label="Six-digit code"
        name="code"
        hint="Turning it on signs you out everywhere else."
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" busy={busy} className="self-end">
        Turn on
      </Button>
    </form>
  );
}
