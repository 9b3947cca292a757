import { useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import { verifyFactor, type Enrolment } from '#web/data/session/second-factor.ts';
import { secondFactorProblem } from '#web/lib/session/second-factor-problem.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { copyText } from '#web/ui/feedback/copy-text.ts';

interface FirstCodeFormProps {
  readonly enrolment: Enrolment;
  readonly onVerified: () => Promise<void>;
}

/**
 * Shows the QR code and the key, and asks for a code to verify that the authenticator app has them.
 */
export function FirstCodeForm({ enrolment, onVerified }: FirstCodeFormProps) {
  const { id, qrCode, secret } = enrolment;
  const [code, setCode] = useState('');
  const { busy, problem, submit } = useSubmit({
    send: async () => {
      await verifyFactor(id, code);
      await onVerified();
    },
    explain: (reason) => secondFactorProblem(toDataError(reason)),
  });

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-sm text-ink-soft">
        Scan this QR code with an authenticator app on your phone. Then enter the code that the app
        shows.
      </p>
      <div className="flex flex-col items-center gap-5 sm:flex-row sm:items-start">
        <img
          src={qrCode}
          alt="QR code for the authenticator app"
          width={176}
          height={176}
          className="size-44 shrink-0 rounded-md border border-hairline"
        />
        <div className="flex w-full min-w-0 flex-col items-start gap-2">
          <p className="text-sm font-medium">Can't scan? Enter this key</p>
          <code className="font-mono text-sm leading-6 break-words">
            {secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </code>
          <Button
            size="small"
            icon={<CopyIcon of={secret} size={14} />}
            onClick={() => void copyText(secret)}
          >
            Copy key
          </Button>
        </div>
      </div>
      <CodeField
        label="Six-digit code"
        name="code"
        hint="Turning it on signs you out everywhere else."
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" busy={busy} className="sm:self-end">
        Turn on
      </Button>
    </form>
  );
}
