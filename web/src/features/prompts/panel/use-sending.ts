import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { refreshAfterSave, sendSave } from '#web/data/outbox/save-prompt.ts';
import { sendOutbox } from '#web/data/outbox/send-outbox.ts';
import { useUser } from '#web/data/session/session.ts';
import { queuedSaves } from '#web/data/outbox/outbox-store.ts';
import { onOutboxChange } from '#web/data/outbox/outbox-events.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const firstPause = 3_000;
const longestPause = 60_000;

/**
 * What waits, and its way to the server: now, when the browser sees a line again, when a refused save was settled, behind
 * which others were held back, and after ever longer pauses.
 */
export function useSending() {
  const user = useUser();
  const client = useQueryClient();
  const [saves, setSaves] = useState(() => queuedSaves(user.id));
  const [sending, setSending] = useState(false);
  const underway = useRef(false);

  const send = useCallback(async (): Promise<void> => {
    if (underway.current) return;
    underway.current = true;
    setSending(true);
    await sendOutbox(
      user.id,
      (save) => sendSave(user.id, save),
      async (save, outcome) => {
        if (outcome.kind === 'saved') toast.success(`Sent: “${save.values.title}”`);
        await refreshAfterSave(client, user.id, save, outcome);
      },
    );
    underway.current = false;
    setSending(false);
  }, [client, user.id]);

  useEffect(() => onOutboxChange(() => setSaves(queuedSaves(user.id))), [user.id]);

  const some = saves.some(({ state }) => state !== 'refused');
  const refused = saves.filter(({ state }) => state === 'refused').length;
  useEffect(() => {
    if (!some) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    function attempt(pause: number) {
      clearTimeout(timer);
      void send();
      timer = setTimeout(() => attempt(Math.min(pause * 2, longestPause)), pause);
    }
    const start = () => attempt(firstPause);
    start();
    window.addEventListener('online', start);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', start);
    };
    // Each time that a person has settled one, what it held back goes at once.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [some, refused, send]);

  return { saves: saves.filter(({ state }) => state !== 'sending'), sending, send };
}
