import { DatabaseError } from 'pg';
import { isFatal } from './is-fatal.ts';

/** Messages of `pg` errors that have no code. */
const pgMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;
/** PostgreSQL canceled a statement at its time limit. */
const queryCanceled = '57014';
/** Socket errors of the system: nobody listens, or the peer is gone. */
const socketCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * Returns whether a pool's error means that PostgreSQL is unavailable or busy: it restarts, a
 * connection was lost, or none became free. A retry in a moment may succeed. Any other error of
 * PostgreSQL does not count.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return isFatal(error) || error.code === queryCanceled;
  if (!('syscall' in error && 'code' in error)) return pgMessages.test(error.message);
  // Of any other call, ENOENT is about a file of this server.
  if (error.code === 'ENOENT') return error.syscall === 'connect';
  return socketCodes.has(error.code) || pgMessages.test(error.message);
}
