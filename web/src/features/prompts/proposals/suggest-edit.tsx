import { lazy } from 'react';
import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { OverlaySuspense } from '#web/ui/overlay/once-opened.tsx';

const SuggestEditPanel = lazy(() => import('./suggest-edit-panel.tsx'));

interface SuggestEditProps {
  readonly promptId: string;
  /** The user's fork to propose; null to start with the text of the prompt. */
  readonly fork: PromptDetail | null;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The panel to suggest an edit, loaded when it opens. A sent proposal opens its page. */
export function SuggestEdit({ open, ...props }: SuggestEditProps) {
  const navigate = useNavigate();
  if (!open) return null;
  return (
    <OverlaySuspense>
      <SuggestEditPanel
        {...props}
        onSent={(id) => {
          props.onClose();
          void navigate(routes.proposal(id));
        }}
      />
    </OverlaySuspense>
  );
}
