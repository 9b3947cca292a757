import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { connection, useOffline } from '#web/data/backend/connection.ts';

/**
 * Tells the user that they are offline. It overlays the page without moving it; a spacer lets the
 * user scroll the end of the page out from under it. Back online, all queries are refetched.
 */
export function OfflineNotice() {
  const offline = useOffline();
  const client = useQueryClient();
  const wasOffline = useRef(false);

  useEffect(() => {
    if (wasOffline.current && !offline) void client.invalidateQueries();
    wasOffline.current = offline;
  }, [client, offline]);

  useEffect(() => {
    if (!offline) return undefined;
    const timer = setInterval(() => void connection.check(), 10_000);
    return () => clearInterval(timer);
  }, [offline]);

  return (
    <output className="block">
      {offline ? (
        <>
          <span className="block h-20" />
          <span
            data-foot="notice"
            className="pointer-events-none fixed inset-x-3 xl:left-67 bottom-3 z-10 max-sm:bottom-[calc(0.75rem+var(--shell-bottom)+var(--page-foot))] mx-auto flex w-fit items-center gap-3 rounded-md border border-hairline bg-sunken px-4 py-2.5 text-sm text-ink-soft shadow-float"
          >
            <CloudOff size={17} className="shrink-0" />
            You're offline. Only what's saved on this device is shown.
          </span>
        </>
      ) : null}
    </output>
  );
}
