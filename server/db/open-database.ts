import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClientConfig, Pool } from 'pg';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import type { Secrets } from '#server/secrets.ts';
import { checkReplica } from './check-replica.ts';
import { type Database, DatabaseUnavailable } from './database.ts';
import { startEmbedded } from './embedded/start-embedded.ts';
import { checkServer, ensurePassword, externalLogin } from './external.ts';
import { migrate } from './migrate.ts';
import { watchReplica } from './replica-watch.ts';
import { createReplicatedRunner } from './replicated-runner.ts';
import type { PoolLimits } from './request-connections.ts';
import { createRequestRunner } from './request-runner.ts';
import { listenForSchema } from './schema-listener.ts';
import { DatabaseStartError } from './start-error.ts';

/** A PostgreSQL to log in to, ours or another's. */
export interface Server {
  /** The owner of the public schema: `postgres`, or the role of DATABASE_URL. */
  readonly owner: ClientConfig;
  readonly authenticator: ClientConfig;
  readonly authAdmin: ClientConfig;
  /** The login of `authenticator` on a replica, for reads. */
  readonly replica?: ClientConfig | null;
  stop(): Promise<void>;
}

const authConnections = 5;
const ownerConnections = 4;
/** For the listener, and for those who look at the database with programs of their own. */
const spareConnections = 50;
const pingMs = 5_000;

/**
 * Starts the embedded PostgreSQL, or connects to DATABASE_URL; migrates; opens the pools. Throws
 * a DatabaseStartError with one sentence when that cannot be.
 */
export async function openDatabase(config: Config, secrets: Secrets, log: Log): Promise<Database> {
  const connections = config.DATABASE_CONNECTIONS ?? 2 * availableParallelism();
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = config;
  if (url === null && readUrl !== null) {
    throw new DatabaseStartError(
      'DATABASE_READ_URL needs DATABASE_URL: the embedded PostgreSQL has no replicas.',
    );
  }
  const server =
    url === null
      ? await startOurs(config, secrets, log, connections)
      : await connectTo(url, readUrl, secrets, log);
  try {
    const limits = { connections, waitMs: config.DATABASE_WAIT_SECONDS * 1_000 };
    return await openPools(server, limits, log);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function startOurs(
  config: Config,
  secrets: Secrets,
  log: Log,
  connections: number,
): Promise<Server> {
  const embedded = await startEmbedded({
    dataDir: config.DATA_DIR,
    pgBin: config.PG_BIN,
    log,
    maxConnections: connections + authConnections + ownerConnections + spareConnections,
  });
  const owner = embedded.connect('postgres');
  const logins = {
    authenticator: {
      ...embedded.connect('authenticator'),
      password: secrets.authenticatorPassword,
    },
    authAdmin: { ...embedded.connect('supabase_auth_admin'), password: secrets.authAdminPassword },
  };
  try {
    await migrate(owner, log);
    if (embedded.needsPasswords) await ensurePasswords(owner, logins, secrets);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return { owner, ...logins, stop: () => embedded.stop() };
}

async function connectTo(
  url: string,
  readUrl: string | null,
  secrets: Secrets,
  log: Log,
): Promise<Server> {
  const owner = { connectionString: url };
  const logins = {
    authenticator: externalLogin(url, 'authenticator', secrets.authenticatorPassword),
    authAdmin: externalLogin(url, 'supabase_auth_admin', secrets.authAdminPassword),
  };
  await checkServer(owner);
  if (readUrl !== null) await checkReplica(url, readUrl, log);
  await migrate(owner, log);
  await ensurePasswords(owner, logins, secrets);
  const replica =
    readUrl === null
      ? null
      : externalLogin(readUrl, 'authenticator', secrets.authenticatorPassword);
  return { owner, ...logins, replica, stop: async () => {} };
}

async function ensurePasswords(
  owner: ClientConfig,
  logins: Pick<Server, 'authenticator' | 'authAdmin'>,
  secrets: Secrets,
): Promise<void> {
  const { authenticatorPassword, authAdminPassword } = secrets;
  await ensurePassword(owner, {
    name: 'authenticator',
    password: authenticatorPassword,
    login: logins.authenticator,
  });
  await ensurePassword(owner, {
    name: 'supabase_auth_admin',
    password: authAdminPassword,
    login: logins.authAdmin,
  });
}

/** Opens the pools on a server that is migrated. */
export async function openPools(
  server: Server,
  limits: Omit<PoolLimits, 'waiting'>,
  log: Log,
): Promise<Database> {
  const all = { ...limits, waiting: 1_000 };
  const primary = createRequestRunner(server.authenticator, all);
  const auth = pool({ ...server.authAdmin, options: '-c search_path=auth' }, authConnections, log);
  const owner = pool(server.owner, ownerConnections, log);
  const schema = await listenForSchema(server.owner, log);
  const { replica = null } = server;
  const watch = replica === null ? null : watchReplica(server.authenticator, replica, log);
  const requests =
    replica === null || watch === null
      ? primary
      : createReplicatedRunner(primary, createRequestRunner(replica, all), watch);
  // The replica learns of a changed schema later than we do.
  schema.onChange(() => watch?.distrust());
  return {
    requests,
    auth,
    owner,
    beforeAnswer: watch === null ? null : () => watch.caughtUp(),
    ping: async () => {
      const waiting = new AbortController();
      const late = pause(pingMs, 'late' as const, { signal: waiting.signal });
      const answer = owner.query('select 1');
      try {
        if ((await Promise.race([answer, late])) === 'late') {
          answer.catch(() => {});
          throw new DatabaseUnavailable('The database does not answer.');
        }
      } finally {
        waiting.abort();
      }
    },
    onSchemaChange: (listener) => schema.onChange(listener),
    close: async () => {
      await watch?.close();
      await Promise.all([requests.end(), auth.end(), owner.end(), schema.close()]);
      await server.stop();
    },
  };
}

function pool(config: ClientConfig, max: number, log: Log): Pool {
  const opened = new Pool({ ...config, max, connectionTimeoutMillis: 10_000, keepAlive: true });
  opened.on('error', (error) => log.warn('an idle connection to the database was lost', { error }));
  return opened;
}
