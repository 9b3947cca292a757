import { useParams } from 'react-router';
import { ChainEditor } from '#web/features/chains/editor/chain-editor.tsx';
import { ChainLoader } from '#web/features/chains/view/chain-loader.tsx';
import { ChainView } from '#web/features/chains/view/chain-view.tsx';
import { usePromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';

/** /app/chains/{id}; the id 'new' makes one. */
export function Component() {
  const { id } = useParams();
  const { actions, dialogs } = usePromptActions();
  if (id === 'new') return <ChainEditor key="new" chain={null} />;
  return (
    <>
      <ChainLoader key={id} id={id}>
        {(chain) => <ChainView chain={chain} onCopy={actions.copy} />}
      </ChainLoader>
      {dialogs}
    </>
  );
}
