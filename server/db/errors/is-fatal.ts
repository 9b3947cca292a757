import type { DatabaseError } from 'pg';

/** Codes with which PostgreSQL closes a connection, or refuses to open one. */
const fatalCodes = /^(08|25P0[345]|28|3D|53300|57P0)/;

/**
 * Returns whether PostgreSQL closed the connection with this error. An ERROR leaves it usable,
 * whatever its code, since a function may raise any code. The severity is translated
 * (`lc_messages`), so in other languages the code decides.
 */
export function isFatal({
  severity,
  code = '',
}: Pick<DatabaseError, 'severity' | 'code'>): boolean {
  if (severity === 'ERROR') return false;
  return severity === 'FATAL' || severity === 'PANIC' || fatalCodes.test(code);
}
