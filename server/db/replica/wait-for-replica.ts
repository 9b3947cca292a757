import { setTimeout as pause } from 'node:timers/promises';
import { type ClientConfig, Pool } from 'pg';
import type { Log } from '#server/log.ts';
import { keepAlive } from '#server/db/connections/connect-client.ts';

/** Tracks whether a read replica has every write that was ever answered. */
export interface ReplicaWatch {
  /** Whether a read may go to the replica: it has each write that any server has answered. */
  readonly trusted: boolean;
  /**
   * Resolves once the replica has everything committed before the call. Otherwise it resolves after
   * {@link patienceMs}, when no server can trust the replica any more. Never rejects.
   */
  caughtUp(): Promise<void>;
  /** Stops trusting the replica until it has everything committed from now on. */
  distrust(): void;
  close(): Promise<void>;
}

/** How long the replica stays trusted after the primary's position was read. */
const trustMs = 250;
/**
 * Longer than {@link trustMs}: after this time no server trusts a replica that may lack the write.
 */
const patienceMs = 300;
const checkIntervalMs = 100;
/** Shorter outages are not logged. */
const logAfterMs = 5_000;

/**
 * Watches a replica over two connections, one to each side. All servers of an installation use the
 * same times. So no server misses what another has answered, although they do not talk to each
 * other (docs/decisions/database/0007-read-replica.md).
 */
export function watchReplica(
  primaryLogin: ClientConfig,
  replicaLogin: ClientConfig,
  log: Log,
): ReplicaWatch {
  const primary = openConnection(primaryLogin);
  const replica = openConnection(replicaLogin);
  let trustedUntil = 0;
  let trustFrom = 0;
  let upToDateAt = performance.now();
  let isLogged = false;
  let runningCheck: Promise<boolean> = Promise.resolve(false);
  let next: Promise<boolean> | null = null;

  /** Returns whether the replica reached the position that the primary had at the start. */
  async function checkReplay(): Promise<boolean> {
    const startedAt = performance.now();
    const position = await readFlushPosition(primary);
    for (let waitMs = 0.5; !(await hasReplayed(replica, position)); waitMs *= 2) {
      if (performance.now() + waitMs > startedAt + patienceMs) return false;
      await pause(waitMs);
    }
    if (startedAt >= trustFrom) trustedUntil = startedAt + trustMs;
    return true;
  }

  async function checkAndLog(): Promise<boolean> {
    let reason: unknown = 'it is behind';
    try {
      if (await checkReplay()) {
        if (isLogged) log.info('reads go to the replica again');
        isLogged = false;
        upToDateAt = performance.now();
        return true;
      }
    } catch (error) {
      reason = error;
    }
    if (!isLogged && performance.now() - upToDateAt > logAfterMs) {
      isLogged = true;
      log.warn('reads go to the primary: the replica of DATABASE_READ_URL is not up to date', {
        error: reason,
      });
    }
    return false;
  }

  /** Shares one pending check between all callers that ask before it starts. */
  function nextCheck(): Promise<boolean> {
    next ??= runningCheck.then(() => {
      next = null;
      runningCheck = checkAndLog();
      return runningCheck;
    });
    return next;
  }

  const timer = setInterval(() => void nextCheck(), checkIntervalMs);
  timer.unref();

  return {
    get trusted() {
      return performance.now() < trustedUntil;
    },
    async caughtUp() {
      const timeout = pause(patienceMs, false, { ref: false });
      if (!(await Promise.race([nextCheck(), timeout]))) await timeout;
    },
    distrust() {
      trustFrom = performance.now();
      trustedUntil = 0;
    },
    async close() {
      clearInterval(timer);
      await (next ?? runningCheck);
      await Promise.all([primary.end(), replica.end()]);
    },
  };
}

/**
 * Opens a pool of one connection that reconnects by itself. An answer after {@link patienceMs}
 * counts as none.
 */
function openConnection(login: ClientConfig): Pool {
  const limits = { max: 1, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs };
  const pool = new Pool({ ...login, ...limits, ...keepAlive });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Returns up to which position the primary's log is on disk and can reach replicas. Every answered
 * commit lies before it.
 */
async function readFlushPosition(primary: Pool): Promise<string> {
  const { rows } = await primary.query<{ position: string }>(
    'select pg_current_wal_flush_lsn()::text as position',
  );
  return rows[0]?.position ?? '';
}

async function hasReplayed(replica: Pool, position: string): Promise<boolean> {
  const { rows } = await replica.query<{ has: boolean }>(
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as has',
    [position],
  );
  return rows[0]?.has === true;
}
