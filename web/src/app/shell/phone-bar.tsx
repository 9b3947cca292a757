import { Menu as MenuIcon, Search, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { Drawer } from '#web/ui/overlay/drawer.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BottomLinks } from './bottom-links.tsx';
import { HomeLink } from './home-link.tsx';
import { NavigationList } from './navigation-list.tsx';
import { navigation } from './navigation.ts';

/** A top bar for phones, which leaves the page its whole width, with the navigation in a drawer. */
export function PhoneBar({ onSearch }: { readonly onSearch: () => void }) {
  const { key } = useLocation();
  // Stores the page, so that navigating closes the drawer.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const items = navigation(runtimeConfig().links);

  const close = () => setOpenOn(null);
  return (
    <>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-1 border-b border-hairline bg-ground px-2">
        <IconButton
          label="Open navigation"
          aria-haspopup="dialog"
          aria-expanded={openOn === key}
          onClick={() => setOpenOn(key)}
        >
          <MenuIcon size={20} aria-hidden="true" />
        </IconButton>
        <HomeLink />
        <IconButton label="Search and commands" className="ml-auto" onClick={onSearch}>
          <Search size={20} aria-hidden="true" />
        </IconButton>
      </header>
      <Drawer open={openOn === key} onOpenChange={close} title="Navigation">
        <div className="flex h-14 shrink-0 items-center justify-between pr-2 pl-5">
          <HomeLink />
          <IconButton label="Close navigation" onClick={close}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <NavigationList items={items} collapsed={false} />
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
