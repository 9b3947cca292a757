import { useParams } from 'react-router';
import { ChainEditor } from '#web/features/chains/editor/chain-editor.tsx';
import { ChainLoader } from '#web/features/chains/view/chain-loader.tsx';
import { isNewChain } from '#web/features/chains/editor/is-new-chain.ts';

/** /app/chains/{id}/edit; the id 'new' makes one. */
export function Component() {
  const { id } = useParams();
  if (isNewChain(id)) return <ChainEditor key="new" chain={null} />;
  return (
    <ChainLoader key={id} id={id} fresh forForm>
      {(chain) => <ChainEditor chain={chain} />}
    </ChainLoader>
  );
}
