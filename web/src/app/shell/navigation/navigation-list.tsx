import { lazy, Suspense, type ComponentType } from 'react';
import { routes } from '#contract/routes.ts';
import { NavigationEntry } from './navigation-entry.tsx';
import { isCurrent, mainItems, type NavigationItem } from './navigation.ts';
import { useSection } from './use-section.ts';

// The page works without them, for example offline.
const LibraryLinks = lazy(() =>
  import('./library-links.tsx').catch(() => ({ default: () => null })),
);

/** The numbers at the end of entries. */
const counts: Readonly<Record<string, ComponentType<{ readonly collapsed: boolean }>>> = {
  [routes.teams]: lazy(() =>
    import('./invitations-count.tsx').catch(() => ({ default: () => null })),
  ),
  [routes.proposals]: lazy(() =>
    import('./proposals-count.tsx').catch(() => ({ default: () => null })),
  ),
};

interface NavigationListProps {
  readonly items: readonly NavigationItem[];
  readonly collapsed: boolean;
  /** The page is loaded, so that less important parts may load. */
  readonly isSettled: boolean;
}

/** The main navigation, with the libraries under it. */
export function NavigationList({ items, collapsed, isSettled }: NavigationListProps) {
  const section = useSection();
  return (
    <>
      <nav aria-label="Main" className="pt-3">
        <ul className="space-y-0.5">
          {mainItems(items).map((item) => {
            const Count = isSettled ? counts[item.to] : undefined;
            return (
              <li key={item.title}>
                <NavigationEntry
                  item={item}
                  collapsed={collapsed}
                  isHere={isCurrent(item, section)}
                  badge={
                    Count ? (
                      <Suspense>
                        <Count collapsed={collapsed} />
                      </Suspense>
                    ) : null
                  }
                />
              </li>
            );
          })}
        </ul>
      </nav>
      {isSettled ? (
        <Suspense>
          <LibraryLinks collapsed={collapsed} />
        </Suspense>
      ) : null}
    </>
  );
}
