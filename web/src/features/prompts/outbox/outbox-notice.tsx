import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useSyncExternalStore } from 'react';
import { useUser } from '#web/data/session/session.ts';
import { hasQueuedSaves, onOutboxChange } from '#web/data/outbox/outbox-events.ts';
import { runWhenNetworkIdle } from '#web/data/backend/run-when-network-idle.ts';
import { preloadPromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';

const loadOutboxList = () => import('./outbox-list.tsx');
const OutboxList = lazy(loadOutboxList);

/** A notice on every page while saves are queued. Also sends them. */
export function OutboxNotice() {
  const user = useUser();
  const client = useQueryClient();
  const hasQueued = useSyncExternalStore(
    onOutboxChange,
    useCallback(() => hasQueuedSaves(user.id), [user.id]),
  );

  // Loads early what is needed offline.
  useEffect(() => {
    runWhenNetworkIdle(
      client,
      () => void Promise.allSettled([loadOutboxList(), preloadPromptPanel()]),
    );
  }, [client]);

  if (!hasQueued) return null;
  return (
    <Suspense fallback={null}>
      <OutboxList />
    </Suspense>
  );
}
