import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { checkReplica } from '#server/db/replica/check-replica.ts';
import { type Database, DatabaseUnavailable } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded/start-embedded.ts';
import { checkServer, ensurePassword, externalLogin } from './external.ts';
import { migrate } from './migrate.ts';
import { embeddedNiceness } from '#server/db/connections/lower-priority.ts';
import { openPool } from '#server/db/connections/pool.ts';
import { watchReplica } from '#server/db/replica/wait-for-replica.ts';
import { createReplicatedRunner } from '#server/db/replica/replicated-runner.ts';
import type { PoolLimits } from '#server/db/connections/request-connections.ts';
import { createRequestRunner } from '#server/db/connections/request-runner.ts';
import { listenForSchema } from '#server/db/schema-listener.ts';
import { DatabaseStartError } from './start-error.ts';
import { withSettings } from '#server/db/connections/with-settings.ts';

/** The logins of a PostgreSQL, embedded or external: plain data, which other processes receive. */
export interface DatabaseLogins {
  /** The owner of the public schema: `postgres`, or the role of DATABASE_URL. */
  readonly owner: ClientConfig;
  readonly authenticator: ClientConfig;
  readonly authAdmin: ClientConfig;
  /** The login of `authenticator` on a replica, for reads. */
  readonly replica?: ClientConfig | null;
  /** Whether the server has started it, so that its processes can be given a lower priority. */
  readonly isEmbedded: boolean;
}

/** A PostgreSQL that runs and is migrated. */
export interface Server extends DatabaseLogins {
  stop(): Promise<void>;
}

/** The passwords of the login roles. Servers with the same secret key share them. */
export interface LoginPasswords {
  readonly authenticatorPassword: string;
  readonly authAdminPassword: string;
}

/** Ten seconds for statements that a request waits for, as in GoTrue. */
const authPool = { max: 5, statementMs: 10_000, isShared: true };
const ownerPool = { max: 4, statementMs: 10_000, isShared: true };
const jobsPool = { max: 4, statementMs: 600_000 };
const visibilityConnections = 2;
const filterConnections = 1;
/** Waiting for each answer before the next question would take longer than the questions. */
const visibilityPipelined = 250;
/**
 * For changes of the schema, for messages of other processes (server/realtime/nodes), and for locks of
 * resumable uploads.
 */
const listenerConnections = 3;
const ownConnections =
  authPool.max +
  ownerPool.max +
  jobsPool.max +
  visibilityConnections +
  filterConnections +
  listenerConnections;
/** Connections for psql and similar tools. */
const spareConnections = 50;
/** Replication connections for backups; each process may have one for /realtime/v1. */
const spareReplications = 10;
/**
 * Compiling a statement takes longer than running it
 * (docs/decisions/database/0006-one-flush-per-request.md).
 */
const noJit = 'jit=off';
const pingMs = 5_000;
const closeMs = 10_000;

/**
 * Opens the pools of a process. If `server` is a PostgreSQL that this process has started, closing
 * the database stops it.
 */
export function connectDatabase(
  config: Config,
  server: DatabaseLogins & Partial<Server>,
  log: Log,
): Promise<Database> {
  return openPools({ stop: async () => {}, ...server }, poolLimits(config), log);
}

type RequestConnectionLimits = Omit<PoolLimits, 'maxWaiting' | 'maxWaitingPerCaller'>;

/** Returns the limits of one process: web processes share the connections of /rest/v1. */
function poolLimits(config: Config): RequestConnectionLimits {
  const { DATABASE_CONNECTIONS, WEB_PROCESSES, DATABASE_WAIT_SECONDS } = config;
  const connections = DATABASE_CONNECTIONS ?? 2 * availableParallelism();
  return {
    connections: Math.ceil(connections / WEB_PROCESSES),
    waitMs: DATABASE_WAIT_SECONDS * 1_000,
  };
}

/**
 * Starts the embedded PostgreSQL or checks DATABASE_URL, and migrates. Throws a DatabaseStartError
 * with one sentence if that fails.
 */
export async function startDatabase(
  config: Config,
  passwords: LoginPasswords,
  log: Log,
): Promise<Server> {
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = config;
  if (url === null && readUrl !== null) {
    throw new DatabaseStartError(
      'DATABASE_READ_URL needs DATABASE_URL: the embedded PostgreSQL has no replicas.',
    );
  }
  return url === null
    ? await startEmbeddedServer(config, passwords, log)
    : await connectExternalServer(url, readUrl, passwords, log);
}

async function startEmbeddedServer(
  config: Config,
  passwords: LoginPasswords,
  log: Log,
): Promise<Server> {
  const { WEB_PROCESSES: webProcesses } = config;
  // Beside several web processes, the process that supervises them has pools of its own.
  const processes = webProcesses === 1 ? 1 : webProcesses + 1;
  const { connections } = poolLimits(config);
  const embedded = await startEmbedded({
    dataDir: config.DATA_DIR,
    pgBin: config.PG_BIN,
    log,
    maxConnections: processes * (connections + ownConnections) + spareConnections,
    maxReplications: processes + spareReplications,
  });
  const owner = embedded.connect('postgres');
  const logins = {
    authenticator: {
      ...embedded.connect('authenticator'),
      password: passwords.authenticatorPassword,
    },
    authAdmin: {
      ...embedded.connect('supabase_auth_admin'),
      password: passwords.authAdminPassword,
    },
  };
  try {
    await migrate(owner, log);
    if (embedded.needsPasswords) await ensurePasswords(owner, logins, passwords);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return { owner, ...logins, isEmbedded: true, stop: () => embedded.stop() };
}

async function connectExternalServer(
  url: string,
  readUrl: string | null,
  passwords: LoginPasswords,
  log: Log,
): Promise<Server> {
  const owner = { connectionString: url };
  const logins = {
    authenticator: externalLogin(url, 'authenticator', passwords.authenticatorPassword),
    authAdmin: externalLogin(url, 'supabase_auth_admin', passwords.authAdminPassword),
  };
  await checkServer(owner);
  if (readUrl !== null) await checkReplica(url, readUrl, log);
  await migrate(owner, log);
  await ensurePasswords(owner, logins, passwords);
  const replica =
    readUrl === null
      ? null
      : externalLogin(readUrl, 'authenticator', passwords.authenticatorPassword);
  return { owner, ...logins, replica, isEmbedded: false, stop: async () => {} };
}

async function ensurePasswords(
  owner: ClientConfig,
  logins: Pick<Server, 'authenticator' | 'authAdmin'>,
  passwords: LoginPasswords,
): Promise<void> {
  const { authenticatorPassword, authAdminPassword } = passwords;
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

/** Opens the pools on a migrated server. */
export async function openPools(
  server: Server,
  limits: RequestConnectionLimits,
  log: Log,
): Promise<Database> {
  const niceness = server.isEmbedded ? embeddedNiceness : null;
  const forRequests = { niceness: niceness?.requests };
  const all = { ...limits, ...forRequests, maxWaiting: 1_000, maxWaitingPerCaller: 200 };
  const primary = createRequestRunner(withSettings(server.authenticator, noJit), all);
  const authLogin = withSettings(server.authAdmin, noJit, 'search_path=auth');
  const auth = openPool(authLogin, { ...authPool, ...forRequests }, log);
  const ownerLogin = withSettings(server.owner, noJit);
  const owner = openPool(ownerLogin, { ...ownerPool, ...forRequests }, log);
  const jobs = openPool(ownerLogin, { ...jobsPool, niceness: niceness?.jobs }, log);
  const createRealtimeRunner = (connections: number) =>
    createRequestRunner(
      withSettings(server.authenticator, noJit),
      {
        connections,
        waitMs: limits.waitMs,
        maxWaiting: 10_000,
        maxWaitingPerCaller: 10_000,
        pipelined: visibilityPipelined,
        ...forRequests,
      },
      Infinity,
    );
  const visibility = createRealtimeRunner(visibilityConnections);
  const filters = createRealtimeRunner(filterConnections);
  const schema = await listenForSchema(server.owner, log);
  const { replica = null } = server;
  const watch = replica === null ? null : watchReplica(server.authenticator, replica, log);
  const requests =
    replica === null || watch === null
      ? primary
      : createReplicatedRunner(
          primary,
          createRequestRunner(withSettings(replica, noJit), all),
          watch,
        );
  // The replica sees a changed schema later than the primary.
  schema.onChange(() => watch?.distrust());
  return {
    requests,
    visibility,
    filters,
    ownerLogin: server.owner,
    auth,
    owner,
    jobs,
    beforeAnswer: watch === null ? null : () => watch.caughtUp(),
    ping: async () => {
      const timer = new AbortController();
      const timeout = pause(pingMs, 'timeout' as const, { signal: timer.signal });
      const answer = owner.query('select 1');
      try {
        if ((await Promise.race([answer, timeout])) === 'timeout') {
          answer.catch(() => {});
          throw new DatabaseUnavailable('The database is not responding.');
        }
      } finally {
        timer.abort();
      }
    },
    onSchemaChange: (listener) => schema.onChange(listener),
    close: async () => {
      await watch?.close();
      const pools = [auth, owner, jobs].map((pool) => pool.end());
      // A database that does not answer does not close connections either.
      const timeout = pause(closeMs, undefined, { ref: false });
      await Promise.race([
        Promise.all([requests.end(), visibility.end(), filters.end(), ...pools, schema.close()]),
        timeout,
      ]);
      await server.stop();
    },
  };
}
