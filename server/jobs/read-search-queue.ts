import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/log.ts';
import { runPeriodically } from './run-periodically.ts';

const minute = 60_000;
const batchSize = 2_000;

/**
 * Indexes the words of saved prompts, now and every minute, for search in large libraries and the
 * community. Until then search scans the texts. Of several servers of a database, one does the
 * work. Returns a function that stops it.
 */
export function readSearchQueueEveryMinute(database: Database, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  const stop = runPeriodically({
    everyMs: minute,
    log,
    failure: 'could not index saved prompts for search; trying again in a minute',
    work: async () => {
      let readCount = 1;
      while (readCount > 0 && !stopping.signal.aborted) {
        const { rows } = await database.jobs.query<{ read: number }>(
          'select public.read_search_queue($1) as read',
          [batchSize],
        );
        readCount = rows[0]?.read ?? 0;
      }
    },
  });
  return () => {
    stopping.abort();
    return stop();
  };
}
