import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import {
  createRecoveryCodes,
  recoveryCodesQuery,
  type Authenticator,
} from '#web/data/session/second-factor.ts';
import { sessionsQuery } from '#web/data/session/sessions.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { EnrolStep } from './enrol-step.tsx';
import { PasskeyStep } from './passkeys/passkey-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface EnrolDialogProps {
  readonly userId: string;
  readonly kind: Authenticator['kind'];
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Whether to create recovery codes, as with the first authenticator. */
  readonly withCodes: boolean;
}

/** Sets up an authenticator. Each opening starts over. */
export function EnrolDialog({ open, onOpenChange, ...steps }: EnrolDialogProps) {
  const [isCreatingCodes, setIsCreatingCodes] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!isCreatingCodes) onOpenChange(next);
      }}
      closeOnOutside={false}
      title="Set up two-factor sign-in"
    >
      <Steps {...steps} onCreatingCodes={setIsCreatingCodes} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface StepsProps {
  readonly userId: string;
  readonly kind: Authenticator['kind'];
  readonly withCodes: boolean;
  readonly onCreatingCodes: (isCreating: boolean) => void;
  readonly onDone: () => void;
}

function Steps({ userId, kind, withCodes, onCreatingCodes, onDone }: StepsProps) {
  const client = useQueryClient();
  // The first step changes the prop.
  const [isFirst] = useState(withCodes);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  async function showCodes() {
    // Sessions without the second factor were signed out.
    void client.invalidateQueries(sessionsQuery(userId));
    // The codes wouldn't be seen: the account page offers to create them.
    if (!isShown.current) return;
    if (!isFirst) {
      onDone();
      return;
    }
    onCreatingCodes(true);
    try {
      setCodes(await createRecoveryCodes());
      void client.invalidateQueries(recoveryCodesQuery(userId));
    } catch (reason) {
      toast.error(`Recovery codes couldn't be created: ${toDataError(reason).message}`);
      onDone();
    } finally {
      onCreatingCodes(false);
    }
  }

  if (codes === null) {
    return kind === 'app' ? (
      <EnrolStep onVerified={showCodes} />
    ) : (
      <PasskeyStep onVerified={showCodes} />
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <RecoveryCodes codes={codes} />
      <Button variant="primary" className="self-end" onClick={onDone}>
        I've saved them
      </Button>
    </div>
  );
}
