import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupOptions } from '#web/data/groups/group-options.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { useUser } from '#web/data/session/session.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { ChoiceDialog } from '#web/ui/overlay/choice-dialog.tsx';
import type { BulkDialogProps } from './use-bulk-changes.ts';

const noGroup = 'none';

/** Asks for the group of their library to move the selected prompts to. */
export function MoveDialog({ open, onOpenChange, ids, teamId, run }: BulkDialogProps) {
  const user = useUser();
  const groups = useQuery({ ...groupsQuery(user.id, teamId), enabled: open });
  const [groupId, setGroupId] = useState<string>(noGroup);
  const isOne = ids.length === 1;
  const count = formatCount(ids.length, 'prompt');
  const group = groups.data?.find(({ id }) => id === groupId);
  const isGone = groupId !== noGroup && group === undefined;

  async function move(): Promise<boolean> {
    if (isGone) {
      toast.error('This group was deleted. Choose another one, or none.');
      return false;
    }
    const done = group
      ? `moved to “${group.name}”`
      : `removed from ${isOne ? 'its group' : 'their groups'}`;
    return run({ kind: 'move', ids, groupId: group?.id ?? null }, done);
  }

  return (
    <ChoiceDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Move ${count}`}
      description={[
        isOne ? "It'll leave its current group." : "They'll leave their current group.",
        ...(teamId === null ? ['Prompts of a team stay where they are.'] : []),
        `The move is recorded in ${isOne ? 'its' : "each prompt's"} history.`,
      ].join(' ')}
      select={{
        label: 'Group',
        value: groupId,
        onChange: setGroupId,
        options: [
          { value: noGroup, label: 'No group' },
          ...groupOptions(groups.data ?? []),
          ...(isGone ? [{ value: groupId, label: 'Deleted group' }] : []),
        ],
      }}
      confirmLabel={`Move ${count}`}
      onConfirm={move}
    />
  );
}
