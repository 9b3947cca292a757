import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/log.ts';
import { regularly } from '#server/regularly.ts';

const hour = 3_600_000;

/**
 * Removes for good what was deleted more than 30 days ago, now and every hour. Where several
 * servers share a database each does; what one removed, the next does not find. Gives how to stop.
 */
export function purgeDeletedHourly(database: Database, log: Log): () => Promise<void> {
  return regularly(hour, () => purgeDeleted(database, log));
}

async function purgeDeleted(database: Database, log: Log): Promise<void> {
  try {
    const { rows } = await database.owner.query<{ removed: number }>(
      'select public.purge_deleted() as removed',
    );
    const removed = rows[0]?.removed ?? 0;
    if (removed > 0) log.info('removed for good what was deleted 30 days ago', { removed });
  } catch (error) {
    log.warn('what was deleted 30 days ago could not be removed; the next hour tries again', {
      error,
    });
  }
}
