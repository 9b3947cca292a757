import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router';
import { runWhenNetworkIdle } from '#web/data/backend/run-when-network-idle.ts';
import { useUser } from '#web/data/session/session.ts';
import { OutboxNotice } from '#web/features/prompts/outbox/outbox-notice.tsx';
import { deviceStore } from '#web/lib/storage/device-store.ts';
import { useIsPhone, useMediaQuery } from '#web/lib/react/use-media-query.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { OnceOpened } from '#web/ui/overlay/once-opened.tsx';
import { preloadOverlays } from '#web/ui/overlay/overlays.tsx';
import { focusFirstRow, useListKeys } from '#web/ui/list/use-list-keys.ts';
import { installWorker } from '../install-worker.ts';
import { contentClass } from './content-class.ts';
import {
  finishSignOut,
  pendingSignOut,
  onPendingSignOut,
  preloadSignOutDialog,
} from './sign-out.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { PhoneBar, PhoneHeader } from './phone-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { useAccountCheck } from './use-account-check.ts';
import { CommandLayer, preloadCommands, useCommands } from './use-commands.ts';

const SignOutDialog = lazy(preloadSignOutDialog);
const LiveUpdates = lazy(() =>
  import('./live-updates.tsx').then(
    ({ LiveUpdates: Loaded }) => ({ default: Loaded }),
    // The page works without.
    () => ({ default: () => null }),
  ),
);

const storageKey = 'cuebook.sidebar';

const skipClass =
  'sr-only rounded-md bg-surface px-4 py-2 font-medium shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60';

/**
 * The app's layout. Above 768 px, the sidebar is beside the page, 256 or 64 px wide. Up to 768 px
 * it is collapsed and expands over the page. Phones get a bar at the foot and a drawer.
 */
export function Shell() {
  const isNarrow = useMediaQuery('(width <= 48rem)');
  const isPhone = useIsPhone();
  const [collapsed, setCollapsed] = useState(() => deviceStore.read(storageKey) === 'collapsed');
  const main = useRef<HTMLElement>(null);
  const client = useQueryClient();
  const { id: userId } = useUser();
  const { pathname, key: page } = useLocation();
  // Stores the page, so that navigating collapses the sidebar.
  const [expandedOn, setExpandedOn] = useState<string | null>(null);
  const isExpanded = expandedOn === page;
  const [isSettled, setSettled] = useState(false);
  const focusedPath = useRef(pathname);
  const signOutPending = useSyncExternalStore(onPendingSignOut, pendingSignOut);
  useListKeys();
  const commands = useCommands();

  const search = () => commands.open('palette');

  // Focus moves to the main part of a new page, for keyboards and screen readers.
  useEffect(() => {
    if (focusedPath.current === pathname) return;
    focusedPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  useEffect(() => {
    // Without it, the focus of removed rows is lost until the next page.
    void import('#web/lib/react/preserve-focus.ts').then(
      ({ preserveFocus }) => preserveFocus(),
      () => undefined,
    );
    runWhenNetworkIdle(client, () => {
      void preloadOverlays();
      preloadCommands(client, userId);
      // Without it, there are no tooltips until the next page.
      void import('#web/ui/overlay/tooltips.ts').then(
        ({ installTooltips }) => installTooltips(),
        () => undefined,
      );
      void preloadSignOutDialog().catch(() => undefined);
      installWorker();
      setSettled(true);
    });
  }, [client, userId]);
  useAccountCheck(client);

  function toggle() {
    if (isNarrow) {
      setExpandedOn(isExpanded ? null : page);
      return;
    }
    setCollapsed(!collapsed);
    deviceStore.write(storageKey, collapsed ? 'expanded' : 'collapsed');
  }

  return (
    <div className={cx('min-h-dvh', !isPhone && 'flex')}>
      <a href="#main" className={skipClass}>
        Skip to content
      </a>
      <a
        href="#main"
        className={cx(skipClass, 'not-with-rows:hidden')}
        onClick={(event) => {
          event.preventDefault();
          focusFirstRow();
        }}
      >
        Skip to list
      </a>
      {isPhone ? (
        <PhoneHeader />
      ) : (
        <Sidebar
          collapsed={isNarrow ? !isExpanded : collapsed}
          isSettled={isSettled}
          isOverlay={isNarrow}
          onToggle={toggle}
          onSearch={search}
          onClose={() => setExpandedOn(null)}
        />
      )}
      {signOutPending ? (
        <Suspense fallback={null}>
          <SignOutDialog
            work={signOutPending.work}
            uploads={signOutPending.uploads}
            onChoice={(choice) => void finishSignOut(choice)}
          />
        </Suspense>
      ) : null}
      <main ref={main} id="main" tabIndex={-1} className="min-w-0 flex-1">
        <div className={contentClass}>
          <OutboxNotice />
          <Outlet />
          <OfflineNotice />
          {isSettled ? (
            <Suspense fallback={null}>
              <LiveUpdates />
            </Suspense>
          ) : null}
        </div>
      </main>
      {isPhone ? <PhoneBar onSearch={search} onCreate={commands.create} /> : null}
      <OnceOpened open={commands.opened !== null}>
        <CommandLayer opened={commands.opened} onOpen={commands.open} onClose={commands.close} />
      </OnceOpened>
    </div>
  );
}
