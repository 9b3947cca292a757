import { lazy } from 'react';
import { OverlaySuspense } from '#web/ui/overlay/once-opened.tsx';
import type { PanelRequest } from './panel-request.ts';

const loadPanel = () => import('./open-prompt-panel.tsx');
const OpenPromptPanel = lazy(loadPanel);

/** Loads the panel early, so that it opens offline. A failure shows when the panel is opened. */
export async function preloadPromptPanel(): Promise<void> {
  await Promise.allSettled([loadPanel()]);
}

interface PromptPanelProps {
  /** Null: closed. */
  readonly request: PanelRequest | null;
  readonly onClose: () => void;
  readonly onSaved?: ((id: string) => void) | undefined;
  /** The changes were discarded. */
  readonly onDiscard?: (() => void) | undefined;
  /** The toast when title or content is missing. */
  readonly missing?: string;
}

/** The panel to create, edit, copy or fork a prompt. Closing it keeps changes as a draft. */
export function PromptPanel({ request, ...props }: PromptPanelProps) {
  if (request === null) return null;
  return (
    <OverlaySuspense>
      <OpenPromptPanel {...props} request={request} />
    </OverlaySuspense>
  );
}
