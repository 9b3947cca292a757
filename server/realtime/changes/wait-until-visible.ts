import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/database.ts';

const pauseMs = 2;
const maxWaitMs = 5_000;

/**
 * Waits until queries see what the transactions wrote. PostgreSQL streams a commit as soon as it is
 * on the disk, and ends the transaction for others only after that.
 */
export async function waitUntilVisible(
  database: Pick<Database, 'owner'>,
  xids: ReadonlySet<string>,
): Promise<void> {
  if (xids.size === 0) return;
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    const { rows } = await database.owner.query<{ snapshot: string }>(
      'select pg_current_snapshot()::text as snapshot',
    );
    const hasEnded = createEndedTest(rows[0]?.snapshot ?? '');
    if ([...xids].every((xid) => hasEnded(xid)) || Date.now() > deadline) return;
    await pause(pauseMs);
  }
}

/** Returns a test whether a transaction had ended at a snapshot, such as `10:20:12,15`. */
export function createEndedTest(snapshot: string): (xid: string) => boolean {
  const [, next = '0', running = ''] = snapshot.split(':');
  // The stream has only the lower 32 bits of a transaction's number.
  const open = new Set(
    running
      .split(',')
      .filter(Boolean)
      .map((xid) => BigInt.asUintN(32, BigInt(xid))),
  );
  return (xid) => {
    const number = BigInt(xid);
    return !open.has(number) && BigInt.asIntN(32, number - BigInt(next)) < 0n;
  };
}
