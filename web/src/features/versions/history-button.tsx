import { History } from 'lucide-react';
import { versionMessages } from '#contract/version-messages.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Button } from '#web/ui/form/button.tsx';

interface HistoryButtonProps {
  readonly open: boolean;
  readonly onToggle: () => void;
  /** The number of versions. */
  readonly count: number;
  /** Shows the badge (configuration: `flags.versionHistoryBadge`). */
  readonly comingSoon: boolean;
}

/** The button that opens and closes the history. */
export function HistoryButton({ open, onToggle, count, comingSoon }: HistoryButtonProps) {
  return (
    <h2>
      <Button
        aria-expanded={open}
        onClick={onToggle}
        icon={<History size={17} />}
        className="max-[17rem]:h-auto max-[17rem]:flex-wrap max-[17rem]:py-2"
      >
        {versionMessages.title}
        <span className="text-ink-quiet tabular-nums">{count}</span>
        {comingSoon ? <Badge>{versionMessages.comingSoon}</Badge> : null}
      </Button>
    </h2>
  );
}
