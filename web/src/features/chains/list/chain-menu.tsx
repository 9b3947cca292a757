import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { DeleteChainDialog } from './delete-chain-dialog.tsx';

interface ChainMenuProps {
  readonly chain: { readonly id: string; readonly title: string };
  /** False if a button beside the menu edits the chain. */
  readonly withEdit?: boolean;
  readonly onDeleted?: () => void;
  readonly className?: string;
}

/** Edit and Delete for one chain, with the dialog that it opens. */
export function ChainMenu({ chain, withEdit = true, onDeleted, className = '' }: ChainMenuProps) {
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const edit = {
    label: 'Edit Chain',
    icon: <Pencil size={16} aria-hidden="true" />,
    onSelect: () => void navigate(routes.editChain(chain.id)),
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${chain.title}`} size="small" className={className}>
            <MoreHorizontal size={18} aria-hidden="true" />
          </IconButton>
        }
        items={[
          ...(withEdit ? [edit] : []),
          {
            label: 'Delete Chain',
            icon: <Trash2 size={16} aria-hidden="true" />,
            danger: true,
            onSelect: () => setDeleting(true),
          },
        ]}
      />
      <DeleteChainDialog
        chain={chain}
        open={deleting}
        onOpenChange={setDeleting}
        {...(onDeleted ? { onDeleted } : {})}
      />
    </>
  );
}
