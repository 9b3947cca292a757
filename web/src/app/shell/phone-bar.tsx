import { Compass, Library, Menu as MenuIcon, Plus, Search, X, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { Drawer } from '#web/ui/overlay/overlays.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BottomLinks } from './bottom-links.tsx';
import { HomeLink } from './home-link.tsx';
import { NavigationList } from './navigation/navigation-list.tsx';
import { isCurrent, navigation } from './navigation/navigation.ts';
import { phoneBarEntryClass, phoneBarLabelClass } from './phone-bar-entry-class.ts';
import { useSection } from './navigation/use-section.ts';

/** The bar at the top of a phone's page, which scrolls away, with all navigation in a drawer. */
export function PhoneHeader() {
  const { key } = useLocation();
  // Stores the page, so that navigating closes the drawer.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const items = navigation(runtimeConfig().links);

  const close = () => setOpenOn(null);
  return (
    <>
      <header className="flex h-11 items-center gap-1 border-b border-hairline px-1.5">
        <IconButton
          label="Open navigation"
          aria-haspopup="dialog"
          aria-expanded={openOn === key}
          onClick={() => setOpenOn(key)}
        >
          <MenuIcon size={20} />
        </IconButton>
        <HomeLink />
      </header>
      <Drawer open={openOn === key} onOpenChange={close} title="Navigation">
        <div className="flex h-14 shrink-0 items-center justify-between pr-2 pl-5">
          <HomeLink />
          <IconButton label="Close navigation" onClick={close}>
            <X size={20} />
          </IconButton>
        </div>
        <div className="min-h-0 overflow-y-auto pb-3">
          <NavigationList items={items} collapsed={false} isSettled />
        </div>
        <div className="mt-auto shrink-0">
          <BottomLinks items={items} collapsed={false} />
          <div className="border-t border-hairline p-3">
            <AccountMenu />
          </div>
        </div>
      </Drawer>
    </>
  );
}

interface PhoneBarProps {
  readonly onSearch: () => void;
  readonly onCreate: () => void;
}

/** The bar at the foot of a phone's screen: what one needs most, under the thumb. */
export function PhoneBar({ onSearch, onCreate }: PhoneBarProps) {
  return (
    <nav
      aria-label="Quick access"
      data-foot
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-[1fr_1fr_1fr_1.35fr_1.1fr] border-t border-hairline bg-ground pb-[env(safe-area-inset-bottom)]"
    >
      <BarLink to={routes.library} icon={Library}>
        Library
      </BarLink>
      <BarButton icon={Search} onClick={onSearch}>
        Search
      </BarButton>
      <BarButton icon={Plus} onClick={onCreate}>
        New
      </BarButton>
      <BarLink to={routes.community} icon={Compass}>
        Community
      </BarLink>
      <AccountMenu look="bar" />
    </nav>
  );
}

interface BarLinkProps {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly children: ReactNode;
}

function BarLink({ to, icon: Icon, children }: BarLinkProps) {
  const isHere = isCurrent({ to }, useSection());
  return (
    <Link
      to={to}
      aria-current={isHere ? 'page' : undefined}
      className={cx(phoneBarEntryClass, isHere && 'text-cue-ink')}
    >
      <Icon size={20} strokeWidth={1.75} />
      <span className={phoneBarLabelClass}>{children}</span>
    </Link>
  );
}

interface BarButtonProps {
  readonly icon: LucideIcon;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function BarButton({ icon: Icon, onClick, children }: BarButtonProps) {
  return (
    <button type="button" onClick={onClick} className={phoneBarEntryClass}>
      <Icon size={20} strokeWidth={1.75} />
      <span className={phoneBarLabelClass}>{children}</span>
    </button>
  );
}
