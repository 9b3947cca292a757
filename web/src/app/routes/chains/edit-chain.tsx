import { useState } from 'react';
import { useParams } from 'react-router';
import { chainMessages } from '#contract/chain-messages.ts';
import { routes } from '#contract/routes.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { useMayEdit } from '#web/data/teams/use-may-edit.ts';
import { ChainEditor } from '#web/features/chains/editor/chain-editor.tsx';
import { ChainLoader, ChainSkeleton } from '#web/features/chains/view/chain-loader.tsx';
import { NavigateWithError } from '#web/ui/feedback/navigate-with-error.tsx';

/** /app/chains/{id}/edit; the id 'new' makes one. */
export function Component() {
  const { id } = useParams();
  if (id === 'new') return <ChainEditor key="new" chain={null} />;
  return (
    <ChainLoader key={id} id={id} fresh forForm>
      {(chain) => <EditChain chain={chain} />}
    </ChainLoader>
  );
}

function EditChain({ chain }: { readonly chain: ChainDetail }) {
  const mayEdit = useMayEdit(chain);
  // The form stays open, with what was typed, when the user loses the right meanwhile.
  const [isOpen, setIsOpen] = useState(false);
  if (mayEdit === true && !isOpen) setIsOpen(true);
  if (isOpen) return <ChainEditor chain={chain} />;
  return mayEdit === null ? (
    <ChainSkeleton />
  ) : (
    <NavigateWithError to={routes.chain(chain.id)} message={chainMessages.readOnly} />
  );
}
