import { DatabaseError } from 'pg';
import { isFatal } from './is-fatal.ts';

/** What `pg` says without a code of its own. */
const ofPg =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;
/** Of the system, for a socket: nobody listens there, or who did is gone. */
const ofSocket: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * Whether an error of a pool says that PostgreSQL is not there, or has no time: it restarts, a connection was lost, none
 * became free. Asked again in a moment, it may answer. What PostgreSQL refuses for another reason is no such error.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return isFatal(error);
  const ofSystem = 'syscall' in error && 'code' in error && ofSocket.has(error.code);
  return ofSystem || ofPg.test(error.message);
}
