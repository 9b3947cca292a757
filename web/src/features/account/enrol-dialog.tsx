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

/** Recovery codes while they are created, and once they can be shown. */
type NewCodes = 'creating' | readonly string[];

/** Sets up an authenticator. Each opening starts over. */
export function EnrolDialog({ open, onOpenChange, ...steps }: EnrolDialogProps) {
  const [codes, setCodes] = useState<NewCodes | null>(null);

  function close() {
    setCodes(null);
    onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={() => {
        if (codes !== 'creating') close();
      }}
      closeOnOutside={false}
      closeOnEscape={codes === null}
      title="Set up two-factor sign-in"
    >
      {codes === null || codes === 'creating' ? (
        <Steps {...steps} onCodes={setCodes} onDone={close} />
      ) : (
        <div className="flex flex-col gap-5">
          <RecoveryCodes codes={codes} />
          <Button variant="primary" className="self-end" onClick={close}>
            I've saved them
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface StepsProps {
  readonly userId: string;
  readonly kind: Authenticator['kind'];
  readonly withCodes: boolean;
  readonly onCodes: (codes: NewCodes) => void;
  readonly onDone: () => void;
}

function Steps({ userId, kind, withCodes, onCodes, onDone }: StepsProps) {
  const client = useQueryClient();
  // The first step changes the prop.
  const [isFirst] = useState(withCodes);
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
    onCodes('creating');
    try {
      onCodes(await createRecoveryCodes());
      void client.invalidateQueries(recoveryCodesQuery(userId));
    } catch (reason) {
      toast.error(`Recovery codes couldn't be created: ${toDataError(reason).message}`);
      onDone();
    }
  }

  return kind === 'app' ? (
    <EnrolStep onVerified={showCodes} />
  ) : (
    <PasskeyStep onVerified={showCodes} />
  );
}
