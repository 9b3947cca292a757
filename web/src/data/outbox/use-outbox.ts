import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { onOutboxChange } from './outbox-events.ts';
import { queuedSaves, type QueuedSave } from './outbox-store.ts';
import { sendQueuedSaves } from './save-prompt.ts';

const firstPauseMs = 3_000;
const longestPauseMs = 60_000;

interface Outbox {
  /** Queued and refused saves, oldest first. */
  readonly saves: readonly QueuedSave[];
  readonly isSending: boolean;
  /** Sends the queued saves now. */
  readonly send: () => Promise<void>;
}

/**
 * Returns a person's queued saves, and sends them while the component is mounted. Sends at once,
 * when the browser comes back online, when a refused save that blocked others was settled, and
 * after ever longer pauses.
 */
export function useOutbox(userId: string, onSaved: (save: QueuedSave) => void): Outbox {
  const client = useQueryClient();
  const [saves, setSaves] = useState(() => queuedSaves(userId));
  const [isSending, setIsSending] = useState(false);
  const isSendingNow = useRef(false);
  const latestOnSaved = useLatestRef(onSaved);

  const send = useCallback(async (): Promise<void> => {
    if (isSendingNow.current) return;
    isSendingNow.current = true;
    setIsSending(true);
    try {
      await sendQueuedSaves(client, userId, (save) => latestOnSaved.current(save));
    } catch (reason) {
      // The next attempt may succeed.
      console.warn('Could not send the queued saves:', reason);
    } finally {
      isSendingNow.current = false;
      setIsSending(false);
    }
  }, [client, userId, latestOnSaved]);

  useEffect(() => onOutboxChange(() => setSaves(queuedSaves(userId))), [userId]);

  const hasUnsent = saves.some(({ state }) => state !== 'refused');
  const refusedCount = saves.filter(({ state }) => state === 'refused').length;
  useEffect(() => {
    if (!hasUnsent) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    function attempt(pause: number) {
      clearTimeout(timer);
      void send();
      timer = setTimeout(() => attempt(Math.min(pause * 2, longestPauseMs)), pause);
    }
    const start = () => attempt(firstPauseMs);
    start();
    window.addEventListener('online', start);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', start);
    };
    // `refusedCount`: a refused save that is settled unblocks others, which are sent at once.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [hasUnsent, refusedCount, send]);

  return { saves: saves.filter(({ state }) => state !== 'sending'), isSending, send };
}
