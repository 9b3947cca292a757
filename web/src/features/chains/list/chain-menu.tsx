import { Pencil, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { useUser } from '#web/data/session/session.ts';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { DeleteChainDialog } from './delete-chain-dialog.tsx';
import { MoveChainDialog } from './move-chain-dialog.tsx';

interface ChainMenuProps {
  readonly chain: Pick<ChainDetail, 'id' | 'title' | 'userId' | 'teamId' | 'teamName'>;
  /** False if a button beside the menu edits the chain. */
  readonly withEdit?: boolean;
  readonly onDeleted?: () => void;
}

/** Actions of a chain for people who may change it, with their dialogs. Its author moves it. */
export function ChainMenu({ chain, withEdit = true, onDeleted }: ChainMenuProps) {
  const navigate = useNavigate();
  const user = useUser();
  const [deleting, setDeleting] = useState(false);
  const [moving, setMoving] = useState(false);
  const edit = {
    label: 'Edit Chain',
    icon: Pencil,
    onSelect: () => void navigate(routes.editChain(chain.id)),
  };
  return (
    <>
      <Menu
        trigger={<MoreButton label={`Actions for ${chain.title}`} />}
        items={[
          ...(withEdit ? [edit] : []),
          ...(chain.userId === user.id
            ? [{ label: 'Move to team…', icon: Users, onSelect: () => setMoving(true) }]
            : []),
          { label: 'Delete Chain', icon: Trash2, danger: true, onSelect: () => setDeleting(true) },
        ]}
      />
      <DeleteChainDialog
        chain={chain}
        open={deleting}
        onOpenChange={setDeleting}
        {...(onDeleted ? { onDeleted } : {})}
      />
      <MoveChainDialog chain={chain} open={moving} onOpenChange={setMoving} />
    </>
  );
}
