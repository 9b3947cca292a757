import { lazy, Suspense } from 'react';
import type { PanelRequest } from './panel-request.ts';

const openPanel = () => import('./open-prompt-panel.tsx');
const OpenPromptPanel = lazy(async () => ({ default: (await openPanel()).OpenPromptPanel }));

/** Fetches the panel before it is wanted, so that it opens without a line too. A failure shows only when it is opened. */
export async function preloadPromptPanel(): Promise<void> {
  await Promise.allSettled([openPanel()]);
}

interface PromptPanelProps {
  /** What it is open for; null: closed. */
  readonly request: PanelRequest | null;
  readonly onClose: () => void;
  readonly onSaved?: ((id: string) => void) | undefined;
  /** The words were not wanted. */
  readonly onDiscard?: (() => void) | undefined;
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
