import { lazy, Suspense } from 'react';
import type { PanelRequest } from './panel-request.ts';

const OpenPromptPanel = lazy(async () => ({
  default: (await import('./open-prompt-panel.tsx')).OpenPromptPanel,
}));

interface PromptPanelProps {
  /** What it is open for; null: closed. */
  readonly request: PanelRequest | null;
  readonly onClose: () => void;
  readonly onSaved?: ((id: string) => void) | undefined;
  /** The toast when title or content is missing. */
  readonly missing?: string;
}

/** The panel to create, edit, copy or fork a prompt. Closing it never loses a word: they are kept as a draft. */
export function PromptPanel({ request, ...props }: PromptPanelProps) {
  if (request === null) return null;
  return (
    <Suspense fallback={null}>
      <OpenPromptPanel {...props} request={request} />
    </Suspense>
  );
}
