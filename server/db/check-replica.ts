import { Client, DatabaseError } from 'pg';
import type { Log } from '#server/log.ts';
import { isFatal } from './is-fatal.ts';
import { DatabaseStartError, reasonOf } from './start-error.ts';

const identity = `select system_identifier::text as cluster, pg_is_in_recovery() as replica,
  current_database()::text as name from pg_catalog.pg_control_system()`;

interface Identity {
  readonly cluster: string;
  readonly replica: boolean;
  readonly name: string;
}

/**
 * Refuses a DATABASE_READ_URL that does not lead to a replica of DATABASE_URL, in one sentence. One that
 * is away is told in the log: without it the product works as well.
 */
export async function checkReplica(url: string, readUrl: string, log: Log): Promise<void> {
  let read: Identity;
  try {
    read = await identify(readUrl);
  } catch (error) {
    const reason = reasonOf(error);
    if (error instanceof DatabaseError && isFatal(error) && !isStarting(error)) {
      throw new DatabaseStartError(`The replica of DATABASE_READ_URL refuses: ${reason}.`);
    }
    log.warn('the replica of DATABASE_READ_URL cannot be reached: reads go to the primary', {
      reason,
    });
    return;
  }
  if (!read.replica) {
    throw new DatabaseStartError(
      'DATABASE_READ_URL leads to a database that is no replica: it takes writes itself.',
    );
  }
  const { cluster, name } = await identify(url);
  if (read.cluster !== cluster || read.name !== name) {
    throw new DatabaseStartError(
      'DATABASE_READ_URL leads to a replica of another database than that of DATABASE_URL.',
    );
  }
}

/** 57P03: it does not take connections yet, or no more. */
function isStarting(error: DatabaseError): boolean {
  return error.code === '57P03';
}

async function identify(connectionString: string): Promise<Identity> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Identity>(identity);
    const [found] = rows;
    if (found === undefined) throw new Error('it says nothing of itself');
    return found;
  } finally {
    await client.end().catch(() => {});
  }
}
