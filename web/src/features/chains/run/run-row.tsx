import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { RunSummary } from '#web/data/chains/chain-runs.ts';
import { exactTime } from '#web/lib/text/relative-time.ts';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { progressOf, RunBadge } from './run-facts.tsx';

/** The height of a row in pixels. */
export const runRowHeight = 68;

interface RunRowProps {
  readonly run: RunSummary;
  readonly onDelete: (run: RunSummary) => void;
}

/** A run in a list; the whole row opens it. */
export function RunRow({ run, onDelete }: RunRowProps) {
  const started = exactTime(new Date(run.startedAt));
  return (
    <div className="cue-line group/row relative flex h-[68px] items-center gap-3 border-b border-hairline px-3 transition-colors hover:bg-hover has-[a:focus-visible]:bg-hover sm:gap-4 sm:px-4">
      <div className="min-w-0 flex-1">
        <Link
          to={routes.chainRun(run.id)}
          aria-label={`${run.title}, run started ${started}`}
          className="block truncate text-base font-medium text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ink"
        >
          {run.title}
        </Link>
        <p className="truncate text-xs text-ink-quiet">
          {progressOf(run)}
          <span className="max-sm:hidden">, started</span>
          <span className="sm:hidden">,</span> <RelativeTime at={run.startedAt} />
        </p>
      </div>
      <RunBadge state={run.state} />
      <Menu
        trigger={
          <MoreButton
            label={`Actions for the run started ${started}`}
            className="relative z-1 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 md:pointer-fine:opacity-0"
          />
        }
        items={[{ label: 'Delete run', icon: Trash2, danger: true, onSelect: () => onDelete(run) }]}
      />
    </div>
  );
}
