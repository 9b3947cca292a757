import { toDataError } from '#web/data/backend/data-error.ts';
import { enrolPasskeyFactor } from '#web/data/session/passkeys.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/form/button.tsx';

/** Creates a passkey as a second factor. */
export function PasskeyStep({ onVerified }: { readonly onVerified: () => Promise<void> }) {
  const { busy, problem, submit } = useSubmit({
    send: async () => {
      await enrolPasskeyFactor();
      await onVerified();
    },
    explain: (reason) => toDataError(reason).message,
  });
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-ink-soft">
        Your browser asks where to create the passkey: on this device, your phone or a security key.
        Choose one without a passkey for signing in, because the two factors must differ. Turning it
        on signs you out everywhere else.
      </p>
      {problem === null ? null : <Alert>{problem}</Alert>}
      <Button variant="primary" busy={busy} onClick={() => submit()} className="self-end">
        Create passkey
      </Button>
    </div>
  );
}
