import { rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import type { Log } from '#server/log.ts';
import { ensureCluster } from './cluster.ts';
import { ensureDataDirectory } from './data-directory.ts';
import { startGuarded } from './guard.ts';
import { waitForLeftovers } from './leftovers.ts';
import { logLine } from './postgres-log.ts';
import { findPrograms } from './programs.ts';
import { firstStart } from './readiness.ts';
import { chooseUser } from './run-as.ts';
import { lockDataDirectory } from './server-lock.ts';
import { socketFolder } from './socket-folder.ts';
import { freePort, ownerPassword } from './windows.ts';

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** The folder of an installed PostgreSQL's programs, to run instead of the packaged ones. */
  readonly pgBin: string | null;
  readonly log: Log;
  readonly maxConnections?: number;
  /** How many replication connections and slots there may be. */
  readonly maxReplications?: number;
  /** Skips fsync: data survives a kill, but not a power cut. Only for tests. */
  readonly unsafeNoSync?: boolean;
  /** Writes too little for realtime, as most databases that others run. Only for tests. */
  readonly walLevel?: 'replica';
}

export interface EmbeddedPostgres {
  /**
   * Returns the login of a role. `postgres` is the superuser; access to the socket's folder
   * replaces its password.
   */
  connect(role: string): ClientConfig;
  /** Whether the other roles need passwords: on Windows, which has no private sockets. */
  readonly needsPasswords: boolean;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on `dataDir`, and creates the database files on the first start. Throws a
 * {@link DatabaseStartError} with one sentence if that fails.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = ensureDataDirectory(options.dataDir);
  const lock = await lockDataDirectory(dataDir);
  try {
    return await start({ ...options, dataDir }, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function start(options: EmbeddedOptions, releaseLock: () => void): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const folder = join(dataDir, 'postgres');
  const user = chooseUser(folder);
  const programs = findPrograms({ dataDir, pgBin: options.pgBin, user });
  const windows = process.platform === 'win32';
  const password = windows ? ownerPassword(dataDir) : null;
  const created = ensureCluster(folder, {
    programs,
    user,
    password,
    sync: options.unsafeNoSync !== true,
  });
  if (created) log.info('database created', { folder });

  const sockets = windows ? null : socketFolder(dataDir, user);
  const host = sockets ?? '127.0.0.1';
  const port = windows ? await freePort() : 5432;
  const config: ClientConfig = { host, port, user: 'postgres', database: 'postgres' };
  if (password !== null) config.password = password;
  const settings = {
    listen_addresses: windows ? host : '',
    port: String(port),
    ...(windows ? {} : { unix_socket_directories: host, unix_socket_permissions: '0700' }),
    max_connections: String(options.maxConnections ?? 100),
    ...(options.unsafeNoSync === true ? unsafe : durable),
    // Realtime reads changes from the write-ahead log. A server that is stuck must not fill the disk.
    wal_level: options.walLevel ?? 'logical',
    max_wal_senders: String(options.maxReplications ?? 10),
    max_replication_slots: String(options.maxReplications ?? 10),
    max_slot_wal_keep_size: '1GB',
    // PostgreSQL cancels a statement whose client has disconnected.
    client_connection_check_interval: '5s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    lc_messages: 'C',
    logging_collector: 'off',
    log_destination: 'stderr',
    // Statements and rows contain what people wrote, so they stay out of the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  const onLine = (line: string) => logLine(log, line);
  const launch = () => startGuarded({ programs, folder, user, settings, onLine });

  const launchWhenFree = async () => {
    await waitForLeftovers(folder, sockets);
    return launch();
  };

  let postgres = await firstStart(launchWhenFree, config);
  let stopping = false;
  const supervise = async () => {
    for (;;) {
      await postgres.ended;
      if (stopping) return;
      log.error('PostgreSQL exited unexpectedly and is being restarted', { folder });
      await pause(500);
      try {
        if (!stopping) postgres = await launchWhenFree();
      } catch (error) {
        log.error('PostgreSQL could not be restarted; trying again', { error });
      }
    }
  };
  const supervision = supervise();
  return {
    connect: (role) => ({ ...config, user: role }),
    needsPasswords: windows,
    stop: async () => {
      stopping = true;
      await postgres.stop();
      await supervision;
      await postgres.stop();
      if (sockets !== null) removeFolder(sockets);
      releaseLock();
    },
  };
}

const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const unsafe = { ...durable, fsync: 'off', full_page_writes: 'off' };

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder holds another program's file, so it stays.
  }
}
