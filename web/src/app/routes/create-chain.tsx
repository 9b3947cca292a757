import { ChainEditor } from '#web/features/chains/editor/chain-editor.tsx';

/** /app/chains/create */
export function Component() {
  return <ChainEditor chain={null} />;
}
