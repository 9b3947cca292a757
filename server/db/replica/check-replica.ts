import { DatabaseError } from 'pg';
import type { Log } from '#server/log.ts';
import { connectClient } from '#server/db/connections/connect-client.ts';
import { isFatal } from '#server/db/errors/is-fatal.ts';
import { DatabaseStartError, reasonOf } from '#server/db/setup/start-error.ts';

const identity = `select system_identifier::text as cluster, pg_is_in_recovery() as "inRecovery",
  current_database()::text as name from pg_catalog.pg_control_system()`;

interface Identity {
  readonly cluster: string;
  readonly inRecovery: boolean;
  readonly name: string;
}

/**
 * Throws a DatabaseStartError if DATABASE_READ_URL is no replica of DATABASE_URL. An unreachable
 * replica is only logged, since everything works without it.
 */
export async function checkReplica(url: string, readUrl: string, log: Log): Promise<void> {
  let replica: Identity;
  try {
    replica = await identify(readUrl);
  } catch (error) {
    const reason = reasonOf(error);
    if (error instanceof DatabaseError && isFatal(error) && !isStarting(error)) {
      throw new DatabaseStartError(
        `The replica of DATABASE_READ_URL refused the connection: ${reason}.`,
      );
    }
    log.warn('the replica of DATABASE_READ_URL cannot be reached: reads go to the primary', {
      reason,
    });
    return;
  }
  if (!replica.inRecovery) {
    throw new DatabaseStartError(
      'DATABASE_READ_URL leads to a database that is not a replica: it accepts writes.',
    );
  }
  const { cluster, name } = await identify(url);
  if (replica.cluster !== cluster || replica.name !== name) {
    throw new DatabaseStartError(
      'DATABASE_READ_URL leads to a replica of a different database than DATABASE_URL.',
    );
  }
}

/** Returns whether the server does not accept connections yet, or no longer (57P03). */
function isStarting(error: DatabaseError): boolean {
  return error.code === '57P03';
}

async function identify(connectionString: string): Promise<Identity> {
  const client = await connectClient({ connectionString });
  try {
    const { rows } = await client.query<Identity>(identity);
    const [found] = rows;
    if (found === undefined) throw new Error('it did not identify itself');
    return found;
  } finally {
    await client.end().catch(() => {});
  }
}
