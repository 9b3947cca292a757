import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useSyncExternalStore } from 'react';
import { useUser } from '#web/data/session/session.ts';
import { anyWaiting, onWaiting } from '#web/data/outbox/outbox-events.ts';
import { whenQuiet } from '#web/data/backend/run-when-network-idle.ts';
import { preloadPromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';

const waitingList = () => import('./outbox-list.tsx');
const WaitingList = lazy(async () => ({ default: (await waitingList()).WaitingList }));

/** On every page: saves that the server has not answered yet, while there are any. Sends them, too. */
export function WaitingSaves() {
  const user = useUser();
  const client = useQueryClient();
  const any = useSyncExternalStore(
    onWaiting,
    useCallback(() => anyWaiting(user.id), [user.id]),
  );

  // What is needed when the line is gone is fetched while it is there.
  useEffect(() => {
    whenQuiet(client, () => void Promise.allSettled([waitingList(), preloadPromptPanel()]));
  }, [client]);

  if (!any) return null;
  return (
    <Suspense fallback={null}>
      <WaitingList />
    </Suspense>
  );
}
