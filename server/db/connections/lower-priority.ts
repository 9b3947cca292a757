import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { ClientBase } from 'pg';

/** Of processes for requests, and of those for work that nobody waits for. */
const requestNiceness = 5;
const backgroundNiceness = 10;

/**
 * Lets this process go before the PostgreSQL process of a connection on the same machine: if
 * statements use all processors, files and other answers don't wait for them. Linux gives every
 * PostgreSQL process a scheduling group of its own ("autogroup"), in which its niceness alone counts
 * for nothing. On other systems, or without the right to do so, it changes nothing.
 */
export async function lowerPriority(client: ClientBase, isBackground = false): Promise<void> {
  const niceness = isBackground ? backgroundNiceness : requestNiceness;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  try {
    // The socket may lead to a container with process numbers of its own.
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres:')) return;
    setPriority(pid, niceness);
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // Everything works without it.
  }
}
