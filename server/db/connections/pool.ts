import { type ClientBase, type ClientConfig, Pool } from 'pg';
import type { Log } from '#server/log.ts';
import { connectionLimits } from './connect-client.ts';
import { FairPool } from './fair-pool.ts';
import { lowerPriority } from './lower-priority.ts';

export interface PoolOptions {
  /** The maximum number of connections. */
  readonly max: number;
  /**
   * The longest that a statement may run. PostgreSQL cancels it then. If PostgreSQL does not
   * answer, the connection is closed.
   */
  readonly statementMs: number;
  /** Whether callers share the connections ({@link FairPool}). */
  readonly isShared?: boolean;
  /** Of the processes of an embedded PostgreSQL ({@link lowerPriority}). */
  readonly niceness?: number | undefined;
}

/** Opens a pool. A lost connection never ends the process, and no statement waits for ever. */
export function openPool(login: ClientConfig, options: PoolOptions, log: Log): Pool {
  const { max, statementMs, isShared = false, niceness } = options;
  const limits = connectionLimits(statementMs);
  const poolLimits = {
    ...login,
    ...limits,
    statement_timeout: statementMs,
    max,
    // The pool waits for the promise, which its types leave out.
    onConnect: (client: ClientBase) =>
      niceness === undefined ? undefined : lowerPriority(client, niceness),
  };
  const pool = isShared
    ? new FairPool({ ...poolLimits, waitMs: limits.connectionTimeoutMillis })
    : new Pool(poolLimits);
  pool.on('error', (error) => {
    // A connection of a closed pool may still be open when PostgreSQL stops.
    if (!pool.ending) log.warn('an idle connection to the database was lost', { error });
  });
  // pg-pool listens while a client is idle or runs `pool.query`. A client that `connect` returned
  // has no listener, and an 'error' event without one ends the process. The running query reports
  // the same error.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
