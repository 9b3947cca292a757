import { ListOrdered } from 'lucide-react';
import type { ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import type { ChainSummary } from '#web/data/chains/chains.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { progressOf } from '#web/features/chains/run/run-facts.tsx';

interface ChainCardProps {
  readonly chain: ChainSummary;
  /** Names the team that shares the chain. */
  readonly withTeam?: boolean;
  readonly menu?: ReactNode;
}

/** A chain as a card. The whole card opens it, apart from its menu and its unfinished run. */
export function ChainCard({ chain, withTeam = false, menu }: ChainCardProps) {
  const { unfinishedRun } = chain;
  const progress = unfinishedRun ? progressOf({ ...unfinishedRun, state: 'stopped' }) : null;
  return (
    <li
      data-row
      className="cue-line relative flex min-h-44 flex-col rounded-lg border border-hairline bg-surface p-4 transition-colors hover:bg-hover"
    >
      <div className="flex items-start gap-2.5">
        <ListOrdered size={20} className="mt-0.5 shrink-0 text-ink-quiet" />
        <h2
          dir="auto"
          className="line-clamp-2 min-w-0 flex-1 text-left text-base font-medium text-ink"
        >
          {chain.title}
        </h2>
        {menu ? <div className="relative z-10 -mt-1 -mr-1">{menu}</div> : null}
      </div>
      {chain.description === '' ? null : (
        <p dir="auto" className="excerpt mt-1.5 line-clamp-2 text-sm text-ink-soft">
          {chain.description}
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-end justify-between gap-3 pt-4">
        <div className={cx('min-w-0 text-xs text-ink-quiet', unfinishedRun && 'basis-full')}>
          {withTeam && chain.teamId !== null ? (
            <p className="truncate">Shared with {chain.teamName ?? 'a team that you left'}</p>
          ) : null}
          <p>
            {formatCount(chain.stepCount, 'prompt')}
            {progress === null ? null : `, run at ${progress.toLowerCase()}`}
          </p>
          <p>
            Last updated <RelativeTime at={chain.updatedAt} />
          </p>
        </div>
        {unfinishedRun ? (
          <ButtonLink
            to={routes.chainRun(unfinishedRun.id)}
            size="small"
            aria-label={`Continue ${chain.title}, ${progress}`}
            className="relative z-10"
          >
            Continue
          </ButtonLink>
        ) : null}
        <ButtonLink
          to={routes.chain(chain.id)}
          size="small"
          data-opens
          aria-label={`View Chain: ${chain.title}`}
          className="after:absolute after:inset-0 after:rounded-lg"
        >
          View Chain
        </ButtonLink>
      </div>
    </li>
  );
}
