import { FolderInput, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Group } from '#web/data/groups/groups.ts';
import { useEditsLibrary } from '#web/data/teams/use-may-edit.ts';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { DeleteGroupDialog } from './delete-group-dialog.tsx';
import { GroupPanel } from './group-panel.tsx';
import { MoveGroupDialog } from './move-group-dialog.tsx';

interface GroupMenuProps {
  readonly group: Group;
  /** The labels of the items: 'Edit' on a card, 'Edit Group' on the group's own page. */
  readonly labels: { readonly edit: string; readonly delete: string };
  readonly onDeleted?: () => void;
}

/**
 * Edit, Move and Delete for one group, with the panel and the dialogs that they open. These stay open
 * when the right to change the group is lost, for the sake of what was typed.
 */
export function GroupMenu({ group, labels, onDeleted }: GroupMenuProps) {
  const [open, setOpen] = useState<'edit' | 'move' | 'delete' | null>(null);
  const mayEdit = useEditsLibrary(group.teamId) === true;
  return (
    <>
      {mayEdit ? (
        <Menu
          trigger={<MoreButton label={`Actions for ${group.name}`} />}
          items={[
            { label: labels.edit, icon: Pencil, onSelect: () => setOpen('edit') },
            { label: 'Move to…', icon: FolderInput, onSelect: () => setOpen('move') },
            { label: labels.delete, icon: Trash2, danger: true, onSelect: () => setOpen('delete') },
          ]}
        />
      ) : null}
      <GroupPanel
        key={group.id}
        group={group}
        open={open === 'edit'}
        onOpenChange={(next) => setOpen(next ? 'edit' : null)}
      />
      <MoveGroupDialog
        group={group}
        open={open === 'move'}
        onOpenChange={(next) => setOpen(next ? 'move' : null)}
      />
      <DeleteGroupDialog
        group={group}
        open={open === 'delete'}
        onOpenChange={(next) => setOpen(next ? 'delete' : null)}
        {...(onDeleted ? { onDeleted } : {})}
      />
    </>
  );
}
