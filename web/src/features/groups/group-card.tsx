import { Folder } from 'lucide-react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { Group } from '#web/data/groups.ts';
import { countOf } from '#web/lib/count-of.ts';
import { GroupMenu } from './group-menu.tsx';

/** A group as a card: the whole card opens it; its menu does not. */
export function GroupCard({ group, withMenu }: { group: Group; withMenu: boolean }) {
  return (
    <li className="cue-line group/card relative flex min-h-24 items-start gap-3 rounded-lg border border-hairline bg-surface p-4 transition-colors hover:bg-hover">
      <Folder size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-quiet" />
      <div className="flex min-w-0 flex-1 flex-col self-stretch">
        <Link
          to={routes.group(group.id)}
          className="block truncate text-base font-medium text-ink after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-cue"
        >
          {group.name}
        </Link>
        {withMenu && group.description !== '' ? (
          <p className="mt-0.5 line-clamp-2 text-sm text-ink-soft">{group.description}</p>
        ) : null}
        <p className="mt-auto pt-1.5 text-xs text-ink-quiet">
          {countOf(group.promptCount, 'prompt')}
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
