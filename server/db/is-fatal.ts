import type { DatabaseError } from 'pg';

/** Codes with which PostgreSQL ends a connection, or does not begin one. */
const endsConnection = /^(08|25P0[345]|28|3D|53300|57P0)/;

/**
 * Whether PostgreSQL ended the connection with this error; an ERROR leaves it usable, whatever its code: a function may
 * raise any. The severity comes in the language of the server (`lc_messages`): in others than English the code must do.
 */
export function isFatal({
  severity,
  code = '',
}: Pick<DatabaseError, 'severity' | 'code'>): boolean {
  if (severity === 'ERROR') return false;
  return severity === 'FATAL' || severity === 'PANIC' || endsConnection.test(code);
}
