import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { modifierKey } from '#web/lib/react/modifier-key.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BottomLinks } from './bottom-links.tsx';
import { HomeLink } from './home-link.tsx';
import { NavigationList } from './navigation/navigation-list.tsx';
import { navigation } from './navigation/navigation.ts';

// The page works without it, for example offline.
const RecentLinks = lazy(() =>
  import('./navigation/recent-links.tsx').catch(() => ({ default: () => null })),
);

interface SidebarProps {
  readonly collapsed: boolean;
  /** The page is loaded, so that less important parts may load. */
  readonly isSettled: boolean;
  /** Whether it expands over the page instead of beside it. */
  readonly isOverlay: boolean;
  readonly onToggle: () => void;
  readonly onSearch: () => void;
  readonly onClose: () => void;
}

/** The sidebar: 256 px wide, or 64 px with icons only. */
export function Sidebar(props: SidebarProps) {
  const { collapsed, isSettled, isOverlay, onToggle, onSearch, onClose } = props;
  const items = navigation(runtimeConfig().links);
  const Toggle = collapsed ? PanelLeftOpen : PanelLeftClose;
  const coversPage = isOverlay && !collapsed;

  useEffect(() => {
    if (!coversPage) return undefined;
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key === 'Escape') onClose();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [coversPage, onClose]);

  return (
    <div className={cx('shrink-0', isOverlay && 'w-16')}>
      {coversPage ? (
        // The scrim is for pointers; keyboards use the toggle or Escape.
        <div aria-hidden="true" onClick={onClose} className="fixed inset-0 z-30 bg-scrim" />
      ) : null}
      <aside
        aria-label="Sidebar"
        className={cx(
          'flex h-dvh flex-col border-r border-hairline bg-sunken transition-[width] duration-150 low:overflow-y-auto low:[scrollbar-width:none]',
          isOverlay ? 'fixed inset-y-0 left-0 z-30' : 'sticky top-0',
          collapsed ? 'w-16' : 'w-64',
          coversPage && 'shadow-float',
        )}
      >
        <div
          className={cx(
            'flex shrink-0 items-center',
            collapsed ? 'flex-col gap-1 pt-3.5' : 'h-16 justify-between pr-3 pl-5',
          )}
        >
          <HomeLink markOnly={collapsed} />
          <IconButton
            label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            aria-expanded={!collapsed}
            className="hover:bg-sunken-hover"
            onClick={onToggle}
          >
            <Toggle size={18} />
          </IconButton>
        </div>
        <SearchButton collapsed={collapsed} onClick={onSearch} />
        <div className="fading min-h-0 overflow-y-auto low:shrink-0 low:overflow-visible">
          <NavigationList items={items} collapsed={collapsed} isSettled={isSettled} />
          {isSettled && !collapsed ? (
            <Suspense fallback={null}>
              <RecentLinks />
            </Suspense>
          ) : null}
        </div>
        <div className="mt-auto shrink-0">
          <BottomLinks items={items} collapsed={collapsed} />
          <div className={cx('border-t border-hairline', collapsed ? 'p-2' : 'p-3')}>
            <AccountMenu look={collapsed ? 'picture' : 'name'} />
          </div>
        </div>
      </aside>
    </div>
  );
}

interface SearchButtonProps {
  readonly collapsed: boolean;
  readonly onClick: () => void;
}

/** Opens the command palette. It looks like a search box, or is an icon. */
function SearchButton({ collapsed, onClick }: SearchButtonProps) {
  if (collapsed) {
    return (
      <IconButton
        label="Search and commands"
        className="mt-1 self-center hover:bg-sunken-hover"
        onClick={onClick}
      >
        <Search size={18} />
      </IconButton>
    );
  }
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className="mx-3 flex h-9 shrink-0 items-center gap-2.5 rounded-md border border-hairline bg-ground px-2.5 text-sm text-ink-quiet transition-colors hover:border-outline hover:text-ink pointer-coarse:h-11"
    >
      <Search size={16} className="shrink-0" />
      <span>
        Search<span className="sr-only"> and commands</span>
      </span>
      <kbd aria-hidden="true" className="ml-auto font-sans text-xs pointer-coarse:hidden">
        {modifierKey} K
      </kbd>
    </button>
  );
}
