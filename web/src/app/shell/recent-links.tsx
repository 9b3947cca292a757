import { useQuery } from '@tanstack/react-query';
import { Folder, Library, UserPlus, Users } from 'lucide-react';
import { Children, lazy, Suspense, useEffect, useId, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { routes } from '#contract/routes.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { recentGroups } from '#web/data/groups/recent-groups.ts';
import { starredPromptsQuery, type StarredPrompt } from '#web/data/prompts/starred-prompts.ts';
import { useUser } from '#web/data/session/session.ts';
import { offeredPromptsQuery } from '#web/data/shares/offered-prompts.ts';
import { teamsQuery } from '#web/data/teams/teams.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { groupIdOf } from './commands.ts';
import { NavigationCount } from './navigation-count.tsx';

const GroupTreeLinks = lazy(() => import('#web/features/groups/group-tree-links.tsx'));

/** The most groups, and the most favourites. */
const max = 4;
/** The most teams; the page of teams has all. */
const maxTeams = 8;
const noFavourites: readonly StarredPrompt[] = [];

/**
 * The teams, the groups that were opened last on this device and the newest favourites, under the
 * navigation. Nothing is shown until all are loaded. A group that is opened again keeps its place,
 * so that nothing moves under the pointer.
 */
export default function RecentLinks() {
  const user = useUser();
  const { pathname } = useLocation();
  const { data: groups, isPending: groupsPending } = useQuery({
    ...groupsQuery(user.id),
    // A page that shows the error, with a button to try again, must not change by itself.
    retryOnMount: false,
  });
  const starred = useQuery(starredPromptsQuery(user.id, max));
  const { data: teams = [], isPending: teamsPending } = useQuery(teamsQuery(user.id));
  const { data: offered = [] } = useQuery(offeredPromptsQuery(user.id));
  const [opened, setOpened] = useState(() => recentGroups.read(user.id));
  useEffect(() => recentGroups.write(user.id, opened), [opened, user.id]);
  const nameOf = (id: string | null) => groups?.find((group) => group.id === id)?.name;
  const current = groupIdOf(pathname);
  if (current !== null && nameOf(current) !== undefined && !opened.includes(current)) {
    const others = opened.filter((id) => nameOf(id) !== undefined);
    setOpened([current, ...others].slice(0, max));
  }

  if (groupsPending || starred.isPending || teamsPending) return null;
  const recent = opened.flatMap((id) => {
    const name = nameOf(id);
    return name === undefined ? [] : [{ id, name }];
  });
  const favourites = starred.data ?? noFavourites;
  return (
    <>
      <nav aria-label="Libraries, recent groups and favourites">
        <Links title="Libraries">
          <Entry
            to={routes.library}
            isHere={pathname === routes.library}
            icon={<Library size={16} strokeWidth={1.75} className="shrink-0" />}
            title="My prompts"
          />
          {teams.slice(0, maxTeams).map(({ id, name }) => (
            <Entry
              key={id}
              to={routes.team(id)}
              isHere={pathname.startsWith(routes.team(id))}
              icon={<Users size={16} strokeWidth={1.75} className="shrink-0" />}
              title={name}
            />
          ))}
          <Entry
            to={routes.shared}
            isHere={pathname === routes.shared}
            icon={<UserPlus size={16} strokeWidth={1.75} className="shrink-0" />}
            title="Shared with me"
            count={<NavigationCount count={offered.length} of="to answer" collapsed={false} />}
          />
        </Links>
        <Links title="Recent groups">
          {recent.map(({ id, name }) => (
            <Entry
              key={id}
              to={routes.group(id)}
              isHere={id === current}
              icon={<Folder size={16} strokeWidth={1.75} className="shrink-0" />}
              title={name}
            />
          ))}
        </Links>
        <Links title="Favourites">
          {favourites.map(({ id, title, icon, groupId }) => (
            <Entry
              key={id}
              to={routes.prompt(id)}
              isHere={[routes.prompt(id), routes.libraryPrompt(id)].includes(pathname)}
              icon={<PromptIcon icon={icon} title={title} groupId={groupId} small />}
              title={title}
            />
          ))}
        </Links>
      </nav>
      {pathname.startsWith(routes.groups) ? (
        <Suspense fallback={null}>
          <GroupTreeLinks current={current} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A titled list; nothing without entries. */
function Links({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  if (Children.count(children) === 0) return null;
  return (
    <>
      <p id={id} className="px-5 pt-5 pb-1 text-xs text-ink-quiet">
        {title}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </>
  );
}

interface EntryProps {
  readonly to: string;
  readonly isHere: boolean;
  readonly icon: ReactNode;
  readonly title: string;
  readonly count?: ReactNode;
}

function Entry({ to, isHere, icon, title, count }: EntryProps) {
  return (
    <li>
      <Link
        to={to}
        aria-current={isHere ? 'page' : undefined}
        className={cx(
          'cue-line flex h-8 items-center gap-3 px-5 text-sm transition-colors focus-visible:outline-offset-[-2px] pointer-coarse:h-11',
          isHere
            ? 'bg-sunken-hover text-ink'
            : 'text-ink-soft hover:bg-sunken-hover hover:text-ink',
        )}
      >
        <span className="grid w-[18px] shrink-0 place-items-center">{icon}</span>
        <span dir="auto" className="truncate">
          {title}
        </span>
        {count}
      </Link>
    </li>
  );
}
