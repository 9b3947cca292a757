import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { routes } from '#contract/routes.ts';
import { useUser } from '#web/data/session/session.ts';
import { offeredPromptsQuery } from '#web/data/shares/offered-prompts.ts';
import { teamsQuery } from '#web/data/teams/teams.ts';
import { GroupTreeLinks } from '#web/features/groups/group-tree-links.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { groupIdOf } from '../commands.ts';
import { libraryItems } from './library-items.ts';
import { LinkSection, SectionLink } from './link-section.tsx';
import { isCurrent, type NavigationItem } from './navigation.ts';
import { NavigationCount } from './navigation-count.tsx';
import { useSection } from './use-section.ts';

/** The most teams; the page of teams has all. */
const maxTeams = 8;

/**
 * The libraries under the navigation, collapsed as icons. On pages of groups, the tree of groups
 * comes first, so that it needs no scrolling: groups are dragged in it.
 */
export default function LibraryLinks({ collapsed }: { readonly collapsed: boolean }): ReactNode {
  const user = useUser();
  const { pathname } = useLocation();
  const section = useSection();
  const teams = useQuery(teamsQuery(user.id));
  const { data: offered = [] } = useQuery(offeredPromptsQuery(user.id));
  if (teams.isPending) return null;
  const all = libraryItems(teams.data?.slice(0, maxTeams) ?? []);
  // As an icon, 'My prompts' is that of 'Library'.
  const items = collapsed ? all.filter(({ to }) => to !== routes.library) : all;
  return (
    <>
      {pathname.startsWith(routes.groups) && !collapsed ? (
        <GroupTreeLinks current={groupIdOf(pathname)} />
      ) : null}
      <nav aria-label="Libraries">
        <LinkSection title="Libraries" collapsed={collapsed}>
          {items.map((item) => (
            <SectionLink
              key={item.to}
              to={item.to}
              isHere={isHere(item, section)}
              icon={iconOf(item, collapsed)}
              title={item.title}
              collapsed={collapsed}
              count={
                item.to === routes.shared ? (
                  <NavigationCount count={offered.length} of="to answer" collapsed={collapsed} />
                ) : null
              }
            />
          ))}
        </LinkSection>
      </nav>
    </>
  );
}

/** The main navigation marks the user's own library. */
function isHere(item: NavigationItem, section: string): boolean {
  if (item.to === routes.library) return false;
  return section === item.to || isCurrent(item, section);
}

/** Collapsed, teams differ by their first letter and its hue. */
function iconOf({ to, title, icon: Icon }: NavigationItem, collapsed: boolean): ReactNode {
  if (collapsed && to !== routes.shared) {
    return <PromptIcon icon={null} title={title} groupId={to} small />;
  }
  return <Icon size={collapsed ? 18 : 16} strokeWidth={1.75} className="shrink-0" />;
}
