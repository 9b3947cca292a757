import { Fingerprint } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { FormProblem } from './form-problem.tsx';

interface PasskeyButtonProps {
  readonly label: string;
  readonly primary?: boolean;
  /** Loads the code for passkeys, then opens the browser's dialog. */
  readonly send: () => Promise<void>;
}

/** Signs in with a passkey. The page reacts to the session, not to this button. */
export function PasskeyButton({ label, primary = false, send }: PasskeyButtonProps) {
  const { busy, problem, submit } = useSubmit({
    send,
    explain: (reason) => toDataError(reason).message,
  });
  return (
    <>
      <Button
        size="large"
        variant={primary ? 'primary' : 'secondary'}
        busy={busy}
        onClick={() => submit()}
        icon={<Fingerprint size={18} />}
        className="w-full"
      >
        {busy ? messages.auth.loading : label}
      </Button>
      <FormProblem>{problem}</FormProblem>
    </>
  );
}
