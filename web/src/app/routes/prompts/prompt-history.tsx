import { useState } from 'react';
import { versionMessages } from '#contract/version-messages.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { HistoryButton } from '#web/features/versions/history-button.tsx';
import { HistoryPanel } from '#web/features/versions/history-panel.tsx';

interface PromptHistoryProps {
  readonly prompt: PromptDetail;
  /** Whether the prompt shows queued saves, which its versions don't have. */
  readonly isQueued: boolean;
  readonly mayMoveLabels: boolean;
}

/** The button that opens a prompt's version history, and the history below it. */
export function PromptHistory({ prompt, isQueued, mayMoveLabels }: PromptHistoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-label={versionMessages.title}>
      <HistoryButton
        open={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
        count={prompt.versionCount}
        comingSoon={runtimeConfig().flags.versionHistoryBadge}
      />
      {isOpen ? (
        <div id="version-history" ref={scrollIntoSight} className="mt-4">
          <HistoryPanel
            promptId={prompt.id}
            current={prompt.version}
            canRestore={prompt.deletedAt === null && !isQueued}
            canLabel={mayMoveLabels && !isQueued}
            onRestored={() => setIsOpen(false)}
          />
        </div>
      ) : null}
    </section>
  );
}

/** The button may be the last thing in sight, so that nothing would seem to happen. */
function scrollIntoSight(opened: HTMLElement | null): void {
  opened?.scrollIntoView({ block: 'nearest' });
}
