import { getSystemErrorMessage } from 'node:util';

/** Why the database cannot be started; `message` is one sentence for the person at the terminal. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}

/** The words of the operating system for a failed operation: 'permission denied', … */
export function reasonOf(error: unknown): string {
  // Every address of a host was tried, and failed.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const number = 'errno' in error ? error.errno : undefined;
  return typeof number === 'number' ? getSystemErrorMessage(number) : error.message;
}
