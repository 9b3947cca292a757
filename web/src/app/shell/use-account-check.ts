import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endDeletedAccount } from '#web/data/session/session.ts';
import { runWhenNetworkIdle } from '#web/data/backend/run-when-network-idle.ts';

/** The shortest time between two checks, in milliseconds. */
const interval = 60_000;

/**
 * Checks whether the account still exists: once the page has loaded, and whenever it becomes
 * visible. Otherwise a deleted account would show an empty library until its token expires.
 */
export function useAccountCheck(client: QueryClient): void {
  useEffect(() => {
    let checkedAt = 0;
    const check = () => {
      if (document.visibilityState !== 'visible' || Date.now() - checkedAt < interval) return;
      checkedAt = Date.now();
      void endDeletedAccount();
    };
    runWhenNetworkIdle(client, check);
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, [client]);
}
