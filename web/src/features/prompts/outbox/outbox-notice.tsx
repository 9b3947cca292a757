import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useSyncExternalStore } from 'react';
import { useUser } from '#web/data/session/session.ts';
import { hasQueuedSaves, onOutboxChange } from '#web/data/outbox/outbox-events.ts';
import { runWhenNetworkIdle } from '#web/data/backend/run-when-network-idle.ts';
import { preloadPromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';

const loadOutboxList = () => import('./outbox-list.tsx');
const OutboxList = lazy(async () => ({ default: (await loadOutboxList()).OutboxList }));

/** On every page: saves that the server has not answered yet, while there are any. Sends them, too. */
export function OutboxNotice() {
  const user = useUser();
  const client = useQueryClient();
  const any = useSyncExternalStore(
    onOutboxChange,
    useCallback(() => hasQueuedSaves(user.id), [user.id]),
  );

  // What is needed when the line is gone is fetched while it is there.
  useEffect(() => {
    runWhenNetworkIdle(
      client,
      () => void Promise.allSettled([loadOutboxList(), preloadPromptPanel()]),
    );
  }, [client]);

  if (!any) return null;
  return (
    <Suspense fallback={null}>
      <OutboxList />
    </Suspense>
  );
}
