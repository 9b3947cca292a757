import { useMutation } from '@tanstack/react-query';
import { deleteRun } from '#web/data/chains/chain-runs.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

interface DeleteRunDialogProps {
  /** Null: closed. */
  readonly run: { readonly id: string; readonly title: string } | null;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Asks for confirmation, then deletes a run with its answers. */
export function DeleteRunDialog({ run, onClose, onDeleted }: DeleteRunDialogProps) {
  const remove = useMutation(deleteRun);

  async function confirm() {
    if (!run) return;
    try {
      await remove.mutateAsync(run.id);
    } catch (reason) {
      const failed = `The run could not be deleted: ${toDataError(reason).message}`;
      toast.error(failed);
      throw new Error(failed, { cause: reason });
    }
    onDeleted?.();
  }

  return (
    <ConfirmDialog
      open={run !== null}
      onOpenChange={onClose}
      title={`Delete this run of “${run?.title ?? ''}”?`}
      description="Its prompts and answers will be deleted. This action cannot be undone."
      confirmLabel="Delete"
      danger
      onConfirm={confirm}
    />
  );
}
