import type { Client, ClientConfig } from 'pg';
import { connectClient } from '#server/db/connections/connect-client.ts';
import { startLock, startLockMs } from './migrate.ts';
import { DatabaseStartError, reasonOf } from './start-error.ts';

/** Returns the login for another role on the PostgreSQL of DATABASE_URL. */
export function externalLogin(databaseUrl: string, role: string, password: string): ClientConfig {
  const url = new URL(databaseUrl);
  // Parameters, since an address without a host (a socket folder in ?host=) cannot hold a user.
  url.username = '';
  url.password = '';
  url.searchParams.set('user', role);
  url.searchParams.set('password', password);
  return { connectionString: url.href };
}

/** Throws a DatabaseStartError if the server's version, encoding or locale is unsuitable. */
export async function checkServer(owner: ClientConfig): Promise<void> {
  const client = await connectOrExplain(owner);
  try {
    const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
      `select current_setting('server_version_num')::int as number,
        current_setting('server_version') as version, current_setting('server_encoding') as encoding`,
    );
    const [server] = rows;
    if (server === undefined || server.number < 150_000) {
      throw new DatabaseStartError(
        `The database of DATABASE_URL is PostgreSQL ${server?.version}, but version 15 or later is needed.`,
      );
    }
    if (server.encoding !== 'UTF8') {
      throw new DatabaseStartError(
        `The database of DATABASE_URL has the encoding ${server.encoding}: create one with encoding 'UTF8' and a UTF-8 locale.`,
      );
    }
    const folding = await client.query<{ works: boolean }>(`select 'É' ilike 'é' as works`);
    if (folding.rows[0]?.works !== true) {
      throw new DatabaseStartError(
        `The database of DATABASE_URL has a locale without letter case beyond ASCII ('É' does not match 'é'): create one with a UTF-8 locale, such as C.UTF-8.`,
      );
    }
  } finally {
    await client.end();
  }
}

/** Connects to DATABASE_URL, or throws a DatabaseStartError that says why it cannot. */
export async function connectOrExplain(owner: ClientConfig): Promise<Client> {
  try {
    // Creating the client reads certificate files that the address may name.
    return await connectClient(owner);
  } catch (error) {
    throw new DatabaseStartError(
      `The database of DATABASE_URL cannot be reached: ${reasonOf(error)}.`,
    );
  }
}

/** Sets the password of a role unless it already works; other servers may use it. */
export async function ensurePassword(
  owner: ClientConfig,
  role: { readonly name: string; readonly password: string; readonly login: ClientConfig },
): Promise<void> {
  if (await canLogIn(role.login)) return;
  const client = await connectClient(owner, startLockMs);
  try {
    // PostgreSQL refuses one of two servers that set it at the same moment.
    await client.query('select pg_advisory_lock($1)', [startLock]);
    if (await canLogIn(role.login)) return;
    const name = client.escapeIdentifier(role.name);
    await client.query(
      `alter role ${name} with login password ${client.escapeLiteral(role.password)}`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseStartError(
      `The role of DATABASE_URL cannot set the password of ${role.name}: ${reason}.`,
    );
  } finally {
    await client.end();
  }
}

async function canLogIn(login: ClientConfig): Promise<boolean> {
  try {
    const client = await connectClient(login);
    await client.end().catch(() => {});
    return true;
  } catch {
    return false;
  }
}
