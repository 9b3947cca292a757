import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { createRecoveryCodes, recoveryCodesQuery } from '#web/data/session/second-factor.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface NewCodesDialogProps {
  readonly userId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Creates new recovery codes, after a warning that the old ones stop working. */
export function NewCodesDialog({ userId, open, onOpenChange }: NewCodesDialogProps) {
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: createRecoveryCodes,
    onError: (reason) => toast.error(toDataError(reason).message),
    onSuccess: () => client.invalidateQueries(recoveryCodesQuery(userId)),
  });

  function change(next: boolean) {
    // The old codes may have stopped working already: the new ones must be shown.
    if (create.isPending) return;
    if (!next) create.reset();
    onOpenChange(next);
  }

  const close = (
    <Button onClick={() => change(false)}>{create.isSuccess ? 'Done' : 'Cancel'}</Button>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      closeOnOutside={!create.isSuccess}
      closeOnEscape={!create.isSuccess}
      title={create.isSuccess ? 'Your recovery codes' : 'Create new recovery codes?'}
      footer={
        create.isSuccess ? (
          close
        ) : (
          <>
            {close}
            <Button variant="primary" busy={create.isPending} onClick={() => create.mutate()}>
              Create new codes
            </Button>
          </>
        )
      }
    >
      {create.isSuccess ? (
        <RecoveryCodes codes={create.data} />
      ) : (
        <p className="text-sm text-ink-soft">
          You'll get ten new codes. Your old ones will stop working.
        </p>
      )}
    </Dialog>
  );
}
