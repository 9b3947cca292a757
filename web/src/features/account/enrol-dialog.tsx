import { useState } from 'react';
import { toDataError } from '#web/data/fail.ts';
import { makeRecoveryCodes } from '#web/data/second-factor.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { EnrolStep } from './enrol-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface EnrolDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Whether recovery codes come with it, as with the first authenticator. */
  readonly withCodes: boolean;
}

/** Sets an authenticator up. Each opening begins anew. */
export function EnrolDialog({ open, onOpenChange, withCodes }: EnrolDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closeOnOutside={false}
      title="Set up two-factor sign-in"
    >
      <Steps withCodes={withCodes} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface StepsProps {
  readonly withCodes: boolean;
  readonly onDone: () => void;
}

function Steps({ withCodes, onDone }: StepsProps) {
  // As it was at the beginning: the first step changes it.
  const [isFirst] = useState(withCodes);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function goOn() {
    toast.success(isFirst ? 'Two-factor sign-in is on' : 'The authenticator was added');
    if (!isFirst) {
      onDone();
      return;
    }
    try {
      setCodes(await makeRecoveryCodes());
    } catch (reason) {
      toast.error(`There are no recovery codes yet: ${toDataError(reason).message}`);
      onDone();
    }
  }

  if (codes === null) return <EnrolStep onProven={goOn} />;
  return (
    <div className="flex flex-col gap-5">
      <RecoveryCodes codes={codes} />
      <Button variant="primary" className="self-end" onClick={onDone}>
        I have kept them
      </Button>
    </div>
  );
}
