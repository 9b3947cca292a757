import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { runHeldRefreshes, useHasHeldRefreshes } from '#web/data/live/held-refreshes.ts';
import { startLiveUpdates } from '#web/data/live/start-live-updates.ts';
import { useUser } from '#web/data/session/session.ts';
import { Button } from '#web/ui/form/button.tsx';
import { useResumedFiles } from './use-resumed-files.ts';

/**
 * Follows changes from other tabs, devices and people. While they would move a row that is in use,
 * a button offers to show them. Also uploads what an earlier visit left.
 */
export function LiveUpdates(): ReactNode {
  const client = useQueryClient();
  const { id } = useUser();
  const hasHeld = useHasHeldRefreshes();
  useEffect(() => startLiveUpdates(client, id), [client, id]);
  useResumedFiles(id);
  return (
    <output>
      {hasHeld ? (
        <span
          data-foot
          className="fixed inset-x-3 bottom-3 z-10 mx-auto flex w-fit items-center gap-3 rounded-md border border-hairline bg-sunken py-1.5 pr-1.5 pl-4 text-sm text-ink-soft shadow-float max-sm:bottom-17"
        >
          This list has changed.
          <Button
            size="small"
            icon={<RefreshCw size={15} aria-hidden="true" />}
            onClick={runHeldRefreshes}
          >
            Update
          </Button>
        </span>
      ) : null}
    </output>
  );
}
