import { Folder } from 'lucide-react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { Group } from '#web/data/groups/groups.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { GroupMenu } from './group-menu.tsx';

/** A group as a card: the whole card opens it; its menu does not. */
export function GroupCard({ group, withMenu }: { group: Group; withMenu: boolean }) {
  return (
    <li
      data-row={withMenu || undefined}
      className={cx(
        'cue-line group/card relative flex items-start gap-3 rounded-lg border border-hairline bg-surface p-4 transition-colors hover:bg-hover',
        withMenu ? 'min-h-24' : 'max-sm:py-3 sm:min-h-24',
      )}
    >
      <Folder size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-quiet" />
      <div
        className={cx(
          'flex min-w-0 flex-1 self-stretch',
          // One line each on a phone, so that the content below stays near.
          withMenu
            ? 'flex-col'
            : 'justify-between gap-3 max-sm:items-baseline sm:flex-col sm:gap-0',
        )}
      >
        <Link
          to={routes.group(group.id)}
          dir="auto"
          className="block truncate text-base font-medium text-ink after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-cue"
        >
          {group.name}
        </Link>
        {withMenu && group.description !== '' ? (
          <p className="mt-0.5 line-clamp-2 text-sm text-ink-soft">{group.description}</p>
        ) : null}
        <p
          className={cx(
            'text-xs text-ink-quiet',
            withMenu ? 'mt-auto pt-1.5' : 'shrink-0 sm:mt-auto sm:pt-1.5',
          )}
        >
          {formatCount(group.promptCount, 'prompt')}
        </p>
      </div>
      {withMenu ? (
        <GroupMenu
          group={group}
          labels={{ edit: 'Edit', delete: 'Delete' }}
          className="relative z-10 -mt-1 -mr-1"
        />
      ) : null}
    </li>
  );
}
