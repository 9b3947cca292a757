import type { Log } from '#server/log.ts';

/** Said to connections that come while PostgreSQL starts, and that are there when it stops. */
export const expectedLine = /the database system is|due to administrator command/;

/** Errors are told to the request that made them; FATAL is the end of one connection. */
export function logLine(log: Log, line: string): void {
  if (line.startsWith('PANIC:')) log.error('PostgreSQL', { line });
  else if (/^(FATAL|WARNING):/.test(line) && !expectedLine.test(line))
    log.warn('PostgreSQL', { line });
  else log.debug('PostgreSQL', { line });
}
