import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
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
    icon: Pencil,
    onSelect: () => void navigate(routes.editChain(chain.id)),
  };
  return (
    <>
      <Menu
        trigger={<MoreButton label={`Actions for ${chain.title}`} className={className} />}
        items={[
          ...(withEdit ? [edit] : []),
          { label: 'Delete Chain', icon: Trash2, danger: true, onSelect: () => setDeleting(true) },
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
