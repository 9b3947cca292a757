import { useQuery } from '@tanstack/react-query';
import { Folder } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { routes } from '#contract/routes.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { recentGroups } from '#web/data/groups/stored-groups.ts';
import {
  starredPromptsQuery,
  type StarredPrompt,
} from '#web/data/prompts/lists/starred-prompts.ts';
import { useUser } from '#web/data/session/session.ts';
import { teamsQuery } from '#web/data/teams/teams.ts';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { groupIdOf } from '../commands.ts';
import { LinkSection, SectionLink } from './link-section.tsx';

/** The most groups, and the most favourites. */
const max = 4;
const noFavourites: readonly StarredPrompt[] = [];

/**
 * The groups that were opened last on this device and the newest favourites, under the libraries.
 * Nothing is shown until all are loaded. A group that is opened again keeps its place,
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
  // They are listed above.
  const teams = useQuery(teamsQuery(user.id));
  const [opened, setOpened] = useState(() => recentGroups.read(user.id));
  useEffect(() => recentGroups.write(user.id, opened), [opened, user.id]);
  const nameOf = (id: string | null) => groups?.find((group) => group.id === id)?.name;
  const current = groupIdOf(pathname);
  if (current !== null && nameOf(current) !== undefined && !opened.includes(current)) {
    const others = opened.filter((id) => nameOf(id) !== undefined);
    setOpened([current, ...others].slice(0, max));
  }

  if (groupsPending || starred.isPending || teams.isPending) return null;
  const recent = opened.flatMap((id) => {
    const name = nameOf(id);
    return name === undefined ? [] : [{ id, name }];
  });
  const favourites = starred.data ?? noFavourites;
  if (recent.length + favourites.length === 0) return null;
  return (
    <nav aria-label="Recent groups and favourites">
      <LinkSection title="Recent groups">
        {recent.map(({ id, name }) => (
          <SectionLink
            key={id}
            to={routes.group(id)}
            isHere={id === current}
            icon={<Folder size={16} strokeWidth={1.75} className="shrink-0" />}
            title={name}
          />
        ))}
      </LinkSection>
      <LinkSection title="Favourites">
        {favourites.map(({ id, title, icon, groupId }) => (
          <SectionLink
            key={id}
            to={routes.prompt(id)}
            isHere={[routes.prompt(id), routes.libraryPrompt(id)].includes(pathname)}
            icon={<PromptIcon icon={icon} title={title} groupId={groupId} small />}
            title={title}
          />
        ))}
      </LinkSection>
    </nav>
  );
}
