import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Group } from '#web/data/groups/groups.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { DeleteGroupDialog } from './delete-group-dialog.tsx';
import { GroupPanel } from './group-panel.tsx';

interface GroupMenuProps {
  readonly group: Group;
  /** The labels of the items: 'Edit' on a card, 'Edit Group' on the group's own page. */
  readonly labels: { readonly edit: string; readonly delete: string };
  readonly onDeleted?: () => void;
  readonly className?: string;
}

/** Edit and Delete for one group, with the panel and the dialog that they open. */
export function GroupMenu({ group, labels, onDeleted, className }: GroupMenuProps) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={`Actions for ${group.name}`}
            size="small"
            {...(className ? { className } : {})}
          >
            <MoreHorizontal size={18} aria-hidden="true" />
          </IconButton>
        }
        items={[
          {
            label: labels.edit,
            icon: <Pencil size={16} aria-hidden="true" />,
            onSelect: () => setOpen('edit'),
          },
          {
            label: labels.delete,
            icon: <Trash2 size={16} aria-hidden="true" />,
            danger: true,
            onSelect: () => setOpen('delete'),
          },
        ]}
      />
      <GroupPanel
        key={group.id}
        group={group}
        open={open === 'edit'}
        onOpenChange={(next) => setOpen(next ? 'edit' : null)}
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
