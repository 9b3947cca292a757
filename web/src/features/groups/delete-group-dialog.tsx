import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import {
  deleteGroup,
  removeCachedGroup,
  undoGroupDeletion,
  type Group,
} from '#web/data/groups/groups.ts';
import { useUser } from '#web/data/session/session.ts';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

interface DeleteGroupDialogProps {
  readonly group: Group;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /**
   * Called once the group is deleted and before its cached data is removed: leave its page here.
   */
  readonly onDeleted?: () => void;
}

/** Asks for confirmation, then deletes the group with its prompts. */
export function DeleteGroupDialog(props: DeleteGroupDialogProps) {
  const { group, open, onOpenChange, onDeleted } = props;
  const user = useUser();
  const client = useQueryClient();
  const remove = useMutation(deleteGroup(group.id, user.id));
  const undo = useMutation(undoGroupDeletion);

  async function confirm() {
    const deletion = await remove.mutateAsync().catch((reason: unknown) => {
      const failed = messages.groups.deleteFailed(toDataError(reason).message);
      toast.error(failed);
      throw new Error(failed, { cause: reason });
    });
    toast.undoable(messages.groups.deleted, async () => {
      await undo.mutateAsync(deletion);
      return `“${group.name}” restored with its prompts`;
    });
    onDeleted?.();
    await removeCachedGroup(client, group.id);
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete “${group.name}”?`}
      description="Are you sure you want to delete this group? The group and all its prompts will be permanently deleted. This action cannot be undone."
      confirmLabel="Delete"
      danger
      onConfirm={confirm}
    />
  );
}
