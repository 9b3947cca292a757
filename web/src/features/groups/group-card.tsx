import { Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { Group } from '#web/data/groups/groups.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { formatCount } from '#web/lib/text/format-count.ts';

interface GroupCardProps {
  readonly group: Group;
  /** Without a menu, the card is small. */
  readonly menu?: ReactNode;
}

/** A group as a card: the whole card opens it; its menu does not. */
export function GroupCard({ group, menu }: GroupCardProps) {
  const withMenu = menu !== undefined;
  return (
    <li
      data-row={withMenu || undefined}
      className={cx(
        'cue-line group/card relative flex gap-3 rounded-lg border border-hairline bg-surface transition-colors hover:bg-hover',
        withMenu ? 'min-h-24 items-start p-4' : 'h-11 items-center px-3',
      )}
    >
      <Folder
        size={withMenu ? 20 : 16}
        aria-hidden="true"
        className={cx('shrink-0 text-ink-quiet', withMenu && 'mt-0.5')}
      />
      <div
        className={cx(
          'flex min-w-0 flex-1',
          withMenu ? 'flex-col self-stretch' : 'items-baseline justify-between gap-3',
        )}
      >
        <Link
          to={routes.group(group.id)}
          dir="auto"
          className="block truncate text-base font-medium text-ink after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ink"
        >
          {group.name}
        </Link>
        {withMenu && group.description !== '' ? (
          <p className="mt-0.5 line-clamp-2 text-sm text-ink-soft">{group.description}</p>
        ) : null}
        <p className={cx('text-xs text-ink-quiet', withMenu ? 'mt-auto pt-1.5' : 'shrink-0')}>
          {formatCount(group.promptCount, 'prompt')}
        </p>
      </div>
      {withMenu ? <div className="relative z-10 -mt-1 -mr-1">{menu}</div> : null}
    </li>
  );
}
