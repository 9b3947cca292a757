import type { Log } from '#server/log.ts';

/** Messages for connections that arrive while PostgreSQL starts, or are open when it stops. */
export const expectedLine = /the database system is|due to administrator command/;

/**
 * Logs a line of PostgreSQL. An ERROR is debug output, since the request that caused it receives
 * it. FATAL ends one connection only.
 */
export function logLine(log: Log, line: string): void {
  if (line.startsWith('PANIC:')) log.error('PostgreSQL', { line });
  else if (/^(FATAL|WARNING):/.test(line) && !expectedLine.test(line))
    log.warn('PostgreSQL', { line });
  else log.debug('PostgreSQL', { line });
}
