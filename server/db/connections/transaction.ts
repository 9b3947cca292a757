import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { isDatabaseUnavailable } from '#server/db/errors/is-unavailable.ts';

/** Runs `work` in one transaction: all of it is committed, or nothing. */
export async function inTransaction<Result>(
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

const maxRuns = 3;

/**
 * Runs `work` as {@link inTransaction} does, and again if PostgreSQL rolled it back to end a
 * deadlock. `work` must have no effects outside the database.
 */
export async function inRetriedTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  for (let run = 1; ; run += 1) {
    try {
      return await inTransaction(pool, work);
    } catch (error) {
      const isDeadlock = error instanceof DatabaseError && error.code === '40P01';
      if (!isDeadlock || run === maxRuns) throw error;
    }
  }
}
