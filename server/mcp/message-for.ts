import { LibraryError } from '#server/library/library-error.ts';
import type { Log } from '#server/log.ts';

/**
 * Returns the message of a failure for the client. Logs a failure that the caller can't mend, whose
 * text may be PostgreSQL's.
 */
export function messageFor(error: unknown, log: Log): string {
  if (error instanceof LibraryError) return error.message;
  log.error('a request to /mcp failed', { error });
  return 'Something went wrong here. Please try again in a moment.';
}
