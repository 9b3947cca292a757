import { Client, type ClientConfig } from 'pg';
import { startLock } from './migrate.ts';
import { DatabaseStartError, reasonOf } from './start-error.ts';

/** How to log in to the PostgreSQL of DATABASE_URL as another role. */
export function externalLogin(databaseUrl: string, role: string, password: string): ClientConfig {
  const url = new URL(databaseUrl);
  // As parameters: an address without a host (a socket's folder in ?host=) cannot hold a user.
  url.username = '';
  url.password = '';
  url.searchParams.set('user', role);
  url.searchParams.set('password', password);
  return { connectionString: url.href };
}

/** Refuses a server that the product cannot keep its promises on, in one sentence. */
export async function checkServer(owner: ClientConfig): Promise<void> {
  const client = await reach(owner);
  try {
    const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
      `select current_setting('server_version_num')::int as number,
        current_setting('server_version') as version, current_setting('server_encoding') as encoding`,
    );
    const [server] = rows;
    if (server === undefined || server.number < 150_000) {
      throw new DatabaseStartError(
        `The database of DATABASE_URL is PostgreSQL ${server?.version}: version 15 or later is needed.`,
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
        `The database of DATABASE_URL has a locale that knows no case beyond ASCII ('É' is not found by 'é'): create one with a UTF-8 locale, such as C.UTF-8.`,
      );
    }
  } finally {
    await client.end();
  }
}

async function reach(owner: ClientConfig): Promise<Client> {
  try {
    // Making the client reads the certificates that the address may name.
    const client = new Client({ ...owner, connectionTimeoutMillis: 10_000 });
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw new DatabaseStartError(
      `The database of DATABASE_URL cannot be reached: ${reasonOf(error)}.`,
    );
  }
}

/** Makes sure that a role can log in with the password, which other servers may use already. */
export async function ensurePassword(
  owner: ClientConfig,
  role: { readonly name: string; readonly password: string; readonly login: ClientConfig },
): Promise<void> {
  if (await canLogIn(role.login)) return;
  const client = new Client(owner);
  client.on('error', () => {});
  await client.connect();
  try {
    // Two that start together would set it in the same moment, which PostgreSQL refuses one of them.
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
  const client = new Client(login);
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
