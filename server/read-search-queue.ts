import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/log.ts';
import { regularly } from '#server/regularly.ts';

const minute = 60_000;
const atOnce = 2_000;

/**
 * Reads the words of prompts that were saved, now and every minute, so that large libraries and the community are
 * searched by them; until then search looks at the texts. Where several servers share a database one of them reads.
 * Gives how to stop.
 */
export function readSearchQueueEveryMinute(database: Database, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  const stop = regularly(minute, async () => {
    try {
      let read = atOnce;
      while (read === atOnce && !stopping.signal.aborted) {
        const { rows } = await database.owner.query<{ read: number }>(
          'select public.read_search_queue($1) as read',
          [atOnce],
        );
        read = rows[0]?.read ?? 0;
      }
    } catch (error) {
      log.warn('the words of saved prompts could not be read; the next minute tries again', {
        error,
      });
    }
  });
  return () => {
    stopping.abort();
    return stop();
  };
}
