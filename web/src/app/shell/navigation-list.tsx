import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { routes } from '#contract/routes.ts';
import { earlierPaths } from '#web/lib/react/visited-pages.ts';
import { NavigationEntry } from './navigation-entry.tsx';
import { isCurrent, mainItems, sectionOf, type NavigationItem } from './navigation.ts';

// The page works without them, for example offline.
const InvitationsCount = lazy(() =>
  import('./invitations-count.tsx').catch(() => ({ default: () => null })),
);
const ProposalsLink = lazy(() =>
  import('./proposals-link.tsx').catch(() => ({ default: () => null })),
);

interface NavigationListProps {
  readonly items: readonly NavigationItem[];
  readonly collapsed: boolean;
  /** The page is loaded, so that less important parts may load. */
  readonly isSettled: boolean;
}

/** The main navigation. */
export function NavigationList({ items, collapsed, isSettled }: NavigationListProps) {
  const { pathname } = useLocation();
  const section = sectionOf(pathname, earlierPaths());
  return (
    <nav aria-label="Main" className="pt-3">
      <ul className="space-y-0.5">
        {mainItems(items).map((item) => (
          <li key={item.title}>
            <NavigationEntry
              item={item}
              collapsed={collapsed}
              isHere={isCurrent(item, section)}
              badge={
                isSettled && item.to === routes.teams ? (
                  <Suspense>
                    <InvitationsCount collapsed={collapsed} />
                  </Suspense>
                ) : null
              }
            />
          </li>
        ))}
        {isSettled ? (
          <Suspense>
            <ProposalsLink collapsed={collapsed} section={section} />
          </Suspense>
        ) : null}
      </ul>
    </nav>
  );
}
