import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { startLiveUpdates } from '#web/data/live/start-live-updates.ts';
import { useUser } from '#web/data/session/session.ts';
import { HeldChanges } from './held-changes.tsx';
import { NavigationStatus } from './navigation-status.tsx';
import { useResumedFiles } from './use-resumed-files.ts';

/**
 * Follows changes from other tabs, devices and people. While they would move a row that is in use,
 * a button offers to show them. Also uploads what an earlier visit left, and announces slow pages.
 */
export function LiveUpdates(): ReactNode {
  const client = useQueryClient();
  const { id } = useUser();
  useEffect(() => startLiveUpdates(client, id), [client, id]);
  useResumedFiles(id);
  return (
    <>
      <HeldChanges />
      <NavigationStatus />
    </>
  );
}
