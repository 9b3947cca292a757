import { useMutation } from '@tanstack/react-query';
import { chainMessages } from '#contract/chain-messages.ts';
import { deleteChain } from '#web/data/chains/chain-mutations.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

interface DeleteChainDialogProps {
  readonly chain: Pick<ChainDetail, 'id' | 'title' | 'teamId' | 'teamName'>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onDeleted?: () => void;
}

/** Asks for confirmation, then deletes the chain. */
export function DeleteChainDialog(props: DeleteChainDialogProps) {
  const { chain, open, onOpenChange, onDeleted } = props;
  const remove = useMutation(deleteChain);

  async function confirm() {
    try {
      await remove.mutateAsync(chain.id);
    } catch (reason) {
      const failed = chainMessages.deleteFailed(toDataError(reason).message);
      toast.error(failed);
      throw new Error(failed, { cause: reason });
    }
    toast.success(chainMessages.deleted);
    onDeleted?.();
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete “${chain.title}”?`}
      description={
        <>
          <p>
            Are you sure you want to delete this chain? Its prompts and runs are kept. This action
            cannot be undone.
          </p>
          {chain.teamId === null ? null : (
            <p className="mt-2">
              All members of {chain.teamName ?? 'the team that shares it'} lose it.
            </p>
          )}
        </>
      }
      confirmLabel="Delete"
      danger
      onConfirm={confirm}
    />
  );
}
