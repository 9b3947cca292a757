import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { flattenGroups, groupOption } from '#web/data/groups/group-options.ts';
import { groupTree, type GroupNode } from '#web/data/groups/group-tree.ts';
import { groupsQuery, type Group } from '#web/data/groups/groups.ts';
import { useUser } from '#web/data/session/session.ts';
import { ChoiceDialog } from '#web/ui/overlay/choice-dialog.tsx';
import { useGroupMove } from './use-group-move.ts';

const top = 'top';

interface MoveGroupDialogProps {
  readonly group: Group;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Asks for the group to move a group into, and moves it there with what is below it. */
export default function OpenMoveGroupDialog({ group, open, onOpenChange }: MoveGroupDialogProps) {
  const user = useUser();
  const groups = useQuery({ ...groupsQuery(user.id, group.teamId), enabled: open });
  const move = useGroupMove();
  const [chosen, setChosen] = useState<string | null>(null);
  const nodes = flattenGroups(groupTree(groups.data ?? []));
  const moved = nodes.find(({ id }) => id === group.id);
  const below = new Set(moved === undefined ? [] : flattenGroups([moved]).map(({ id }) => id));
  const levels = moved === undefined ? 1 : heightOf(moved);
  const value = chosen ?? group.parentId ?? top;

  return (
    <ChoiceDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Move “${group.name}”`}
      description="Its prompts and the groups in it move along."
      select={{
        label: 'Move to',
        value,
        onChange: setChosen,
        hint: `Groups can be nested ${limits.groupDepth} deep.`,
        error: groups.isError ? 'The groups could not be loaded.' : null,
        options: [
          { value: top, label: 'The top, in no other group' },
          ...nodes
            .filter(({ id }) => !below.has(id))
            .map((node) => ({
              ...groupOption(node),
              disabled: node.path.length + levels > limits.groupDepth,
            })),
        ],
      }}
      confirmLabel="Move"
      disabled={value === (group.parentId ?? top)}
      onConfirm={() => move(group, nodes.find(({ id }) => id === value) ?? null)}
    />
  );
}

/** Returns the number of levels from a group down to the lowest one in it. */
function heightOf({ children }: GroupNode): number {
  return 1 + Math.max(0, ...children.map(heightOf));
}
