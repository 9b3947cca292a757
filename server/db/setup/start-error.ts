import { getSystemErrorMessage } from 'node:util';

/**
 * The reason why the database cannot start. `message` is one sentence for the person at the
 * terminal.
 */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}

/** Returns the operating system's words for a failed operation, such as 'permission denied'. */
export function reasonOf(error: unknown): string {
  // Every address of the host was tried and failed. The first error stands for all.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const number = 'errno' in error ? error.errno : undefined;
  return typeof number === 'number' ? getSystemErrorMessage(number) : error.message;
}
