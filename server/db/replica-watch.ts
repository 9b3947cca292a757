import { setTimeout as pause } from 'node:timers/promises';
import { type ClientConfig, Pool } from 'pg';
import type { Log } from '#server/log.ts';

/** What is known of a read replica: whether it has everything that was ever answered. */
export interface ReplicaWatch {
  /** Whether a read may go there: it sees each write that any server has answered. */
  readonly trusted: boolean;
  /**
   * Resolves once the replica has all that was committed before the call, or no server can trust it
   * any more, which takes {@link patienceMs}. Never rejects.
   */
  caughtUp(): Promise<void>;
  /** Trusts it again only when it has what is committed from now on. */
  distrust(): void;
  close(): Promise<void>;
}

/** For so long it is trusted after the primary was asked what the replica was then found to have. */
const trustMs = 250;
/** Longer than any server trusts: what is answered after so long may be lacking there. */
const patienceMs = 300;
const betweenLooksMs = 100;
/** A shorter absence is not worth a line in the log. */
const worthTellingMs = 5_000;

/**
 * Watches a replica by two connections, one to each side. All servers of an installation keep the same times, and so what
 * one has answered is never missed by the others, though they know nothing of each other
 * (docs/decisions/139-an-answer-waits-for-the-replica.md).
 */
export function watchReplica(
  primaryLogin: ClientConfig,
  replicaLogin: ClientConfig,
  log: Log,
): ReplicaWatch {
  const primary = connection(primaryLogin);
  const replica = connection(replicaLogin);
  let trustedUntil = 0;
  let notBefore = 0;
  let wellUntil = performance.now();
  let told = false;
  let looking: Promise<boolean> = Promise.resolve(false);
  let next: Promise<boolean> | null = null;

  /** Whether the replica came to have what the primary had at the beginning. */
  async function look(): Promise<boolean> {
    const since = performance.now();
    const position = await flushed(primary);
    for (let waitMs = 0.5; !(await hasReplayed(replica, position)); waitMs *= 2) {
      if (performance.now() + waitMs > since + patienceMs) return false;
      await pause(waitMs);
    }
    if (since >= notBefore) trustedUntil = since + trustMs;
    return true;
  }

  async function lookAndTell(): Promise<boolean> {
    let reason: unknown = 'it is behind';
    try {
      if (await look()) {
        if (told) log.info('reads go to the replica again');
        told = false;
        wellUntil = performance.now();
        return true;
      }
    } catch (error) {
      reason = error;
    }
    if (!told && performance.now() - wellUntil > worthTellingMs) {
      told = true;
      log.warn('reads go to the primary: the replica of DATABASE_READ_URL is not up to date', {
        error: reason,
      });
    }
    return false;
  }

  /** Looks that begin later serve everybody who asked meanwhile. */
  function nextLook(): Promise<boolean> {
    next ??= looking.then(() => {
      next = null;
      looking = lookAndTell();
      return looking;
    });
    return next;
  }

  const timer = setInterval(() => void nextLook(), betweenLooksMs);
  timer.unref();

  return {
    get trusted() {
      return performance.now() < trustedUntil;
    },
    async caughtUp() {
      const waited = pause(patienceMs, false, { ref: false });
      if (!(await Promise.race([nextLook(), waited]))) await waited;
    },
    distrust() {
      notBefore = performance.now();
      trustedUntil = 0;
    },
    async close() {
      clearInterval(timer);
      await (next ?? looking);
      await Promise.all([primary.end(), replica.end()]);
    },
  };
}

/** One connection, opened anew when it was lost. Who does not answer in this time has not answered. */
function connection(login: ClientConfig): Pool {
  const limits = { max: 1, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs };
  const pool = new Pool({ ...login, ...limits, keepAlive: true });
  pool.on('error', () => {});
  return pool;
}

/** How far the primary's log is safe, and sent to replicas: every commit that was answered is before. */
async function flushed(primary: Pool): Promise<string> {
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
