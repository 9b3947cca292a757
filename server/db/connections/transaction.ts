import type { Pool, PoolClient } from 'pg';
import { isDatabaseUnavailable } from '#server/db/errors/is-unavailable.ts';
import { retryDeadlocks } from './retry-deadlocks.ts';

/**
 * Runs `work` in one transaction: all of it is committed, or nothing. Runs it again after a deadlock.
 */
export function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  return retryDeadlocks(() => runTransaction(pool, work));
}

async function runTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A database that did not answer would not answer a rollback either. Closing the connection
    // rolls back as well.
    broken = isDatabaseUnavailable(error);
    if (!broken) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
}
