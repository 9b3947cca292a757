import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { ClientBase } from 'pg';

/** Of the embedded PostgreSQL's processes for requests, and of those for work that nobody waits for. */
export const embeddedNiceness = { requests: 5, jobs: 10 };

/**
 * Lets this process go before the process of a connection to the embedded PostgreSQL: if statements
 * use all processors, files and other answers don't wait for them. Linux gives every PostgreSQL
 * process a scheduling group of its own ("autogroup"), in which its niceness alone counts for
 * nothing. On other systems it changes nothing.
 */
export async function lowerPriority(client: ClientBase, niceness: number): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  try {
    setPriority(pid, niceness);
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // Everything works without it.
  }
}
