import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import {
  deleteGroup,
  dissolveGroup,
  removeCachedGroup,
  undoGroupDeletion,
  undoGroupDissolution,
} from '#web/data/groups/group-changes.ts';
import { groupsQuery, type Group } from '#web/data/groups/groups.ts';
import { useIncludedDeletion } from '#web/data/prompts/included/use-included-deletion.ts';
import { useUser } from '#web/data/session/session.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { IncludeChoice } from '#web/ui/includes/include-choice.tsx';
import { ReleaseWarning } from '#web/ui/includes/release-warning.tsx';

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
export default function OpenDeleteGroupDialog(props: DeleteGroupDialogProps) {
  const { group, open, onOpenChange, onDeleted } = props;
  const user = useUser();
  const client = useQueryClient();
  const remove = useMutation(deleteGroup(group.id));
  const undo = useMutation(undoGroupDeletion);

  const { removeIncluded, question } = useIncludedDeletion(
    { groupId: group.id },
    { enabled: open },
  );

  const groups = useQuery({ ...groupsQuery(user.id, group.teamId), enabled: open });
  const dissolve = useMutation(dissolveGroup);
  const undoDissolution = useMutation(undoGroupDissolution);
  const [keepsContents, setKeepsContents] = useState(false);
  const around = groups.data?.find(({ id }) => id === group.parentId);
  const hasGroups = groups.data?.some(({ parentId }) => parentId === group.id) ?? false;
  const hasContents = hasGroups || group.promptCount > 0;
  const isAlone = keepsContents && hasContents;
  const restored = isAlone
    ? 'it, empty,'
    : `it with its prompts${hasGroups ? ' and the groups in it' : ''}`;

  /** Deletes the group alone, with its contents moved up, and returns what undoes it. */
  async function deleteAlone(): Promise<() => Promise<unknown>> {
    const done = await dissolve.mutateAsync(group.id);
    return () => undoDissolution.mutateAsync(done);
  }

  /** Deletes the group, and returns what undoes it. */
  async function deleteWithPrompts(): Promise<() => Promise<unknown>> {
    const included = await removeIncluded();
    if (included) return included.undo;
    const deletion = await remove.mutateAsync();
    return () => undo.mutateAsync(deletion);
  }

  async function confirm() {
    const deletion = isAlone ? deleteAlone() : deleteWithPrompts();
    const takeBack = await deletion.catch((reason: unknown) => {
      const failed = messages.groups.deleteFailed(toDataError(reason).message);
      toast.error(failed);
      throw new Error(failed, { cause: reason });
    });
    toast.undoable(messages.groups.deleted, async () => {
      await takeBack();
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
      description={
        <>
          <p>
            {isAlone
              ? 'Are you sure you want to delete this group? Its prompts and groups stay.'
              : 'Are you sure you want to delete this group? The group and all its prompts will be permanently deleted. This action cannot be undone.'}
          </p>
          <p className="mt-2">
            {group.teamId === null
              ? `You can restore ${restored} from “Recently deleted” for 30 days.`
              : `Owners and editors of the team can restore ${restored} on the team's page for 30 days.`}
          </p>
          {hasContents ? (
            <Checkbox
              className="mt-4"
              label={`Keep its prompts and groups: move them ${around ? `to “${around.name}”` : 'out of it'}`}
              checked={keepsContents}
              onCheckedChange={setKeepsContents}
            />
          ) : null}
          {isAlone ? null : (
            <>
              <ReleaseWarning count={question.usage?.ids.length ?? 0} usage={question.usage} />
              <IncludeChoice count={question.usage?.ids.length ?? 0} {...question} />
            </>
          )}
        </>
      }
      confirmLabel="Delete"
      danger
      onConfirm={confirm}
    />
  );
}
