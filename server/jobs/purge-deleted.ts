import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/log.ts';
import { runPeriodically } from './run-periodically.ts';

const hour = 3_600_000;

/**
 * Permanently removes what was deleted more than 30 days ago, and messages that SQL broadcast more
 * than 3 days ago, now and every hour. All servers of a database do so; rows that one removed are
 * gone for the others. Returns a function that stops it.
 */
export function purgeDeletedHourly(database: Database, log: Log): () => Promise<void> {
  return runPeriodically({
    everyMs: hour,
    log,
    failure: 'could not remove what was deleted more than 30 days ago; trying again in an hour',
    work: () => purgeDeleted(database, log),
  });
}

async function purgeDeleted(database: Database, log: Log): Promise<void> {
  const { rows } = await database.jobs.query<{ removed: number }>(
    'select public.purge_deleted() as removed',
  );
  const removed = rows[0]?.removed ?? 0;
  await database.jobs.query(
    `delete from realtime.messages
     where inserted_at < now() at time zone 'UTC' - interval '3 days'`,
  );
  if (removed > 0)
    log.info('permanently removed what was deleted more than 30 days ago', { removed });
}
