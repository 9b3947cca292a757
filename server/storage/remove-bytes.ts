import type { Pool } from 'pg';
import { inTransaction } from '#server/db/connections/transaction.ts';
import type { ByteStore } from './bytes/byte-store.ts';

/**
 * The advisory lock key of removing bytes. A backup holds it while it copies, so that every file
 * that its database names is still there.
 */
export const removalLock = 7_205_759_403_793;
const batchSize = 500;

/** Removes a batch of bytes that no object names any more. Returns their number. */
async function removeBatch(pool: Pool, byteStore: ByteStore): Promise<number> {
  return inTransaction(pool, async (client) => {
    const lock = await client.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock_shared($1) as free',
      [removalLock],
    );
    if (lock.rows[0]?.free !== true) return 0;
    const { rows } = await client.query<{ version: string }>(
      `delete from storage.removed_versions where version in (
         select version from storage.removed_versions limit $1 for update skip locked
       ) returning version`,
      [batchSize],
    );
    // Another row may still name the bytes, if somebody wrote one by hand.
    const versions = rows.map(({ version }) => version);
    const used = await client.query<{ version: string }>(
      'select version from storage.objects where version = any($1)',
      [versions],
    );
    const inUse = new Set(used.rows.map(({ version }) => version));
    await byteStore.remove(versions.filter((version) => !inUse.has(version)));
    return versions.length;
  });
}

/** Removes all bytes that no object names any more. */
export async function removeBytes(pool: Pool, byteStore: ByteStore): Promise<void> {
  while ((await removeBatch(pool, byteStore)) === batchSize);
}
