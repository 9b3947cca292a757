import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildApp } from '#server/app.ts';
import { measurePasswordCost } from './auth/accounts/passwords.ts';
import {
  checkExposure,
  checkPasskeyDomain,
  checkPayments,
  checkStorage,
  type Config,
  listensOnLoopback,
} from '#server/config.ts';
import { openDatabase } from './db/setup/open-database.ts';
import { createHttpServer } from '#server/http/create-server.ts';
import { listen } from '#server/http/listen.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import type { Log } from '#server/log.ts';
import { sendNotificationsRegularly } from '#server/notifications/send-notifications.ts';
import { createDependencies } from './create-dependencies.ts';
import { purgeDeletedHourly } from './jobs/purge-deleted.ts';
import { readSearchQueueEveryMinute } from './jobs/read-search-queue.ts';
import { sweepStorageHourly } from '#server/storage/sweep.ts';
import { loadSecrets } from '#server/secrets.ts';

/** A running server. */
export interface RunningServer {
  /** The address that a person opens. */
  readonly address: string;
  /** Lets open requests finish, then closes everything. May be called more than once. */
  stop(): Promise<void>;
}

const pageFolder = join(import.meta.dirname, '../web/dist');

/** How long open requests may take after a stop. */
const shutdownMs = 5_000;

const respondStarting =
  (config: Config): RequestListener =>
  (_, outgoing) => {
    outgoing.writeHead(503, { 'content-type': 'application/json', ...securityHeaders(config) });
    outgoing.end(JSON.stringify({ status: 'unavailable', reason: 'The server is starting.' }));
  };

function shownAddress(config: Config, port: number): string {
  if (config.SITE_URL !== null) return config.SITE_URL;
  const host = listensOnLoopback(config) ? 'localhost' : config.HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Starts everything. It takes the port first: a port in use is the most common start error, and
 * links in mails need the number. Until the database is open, every address answers 503. If a later
 * step fails, it stops what was started and rethrows.
 */
export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  checkExposure(config);
  checkPayments(config);
  checkStorage(config);
  checkPasskeyDomain(config);
  let listener = respondStarting(config);
  const server = createHttpServer(
    (incoming, outgoing) => listener(incoming, outgoing),
    securityHeaders(config),
  );
  const port = await listen(server, config.HOST, config.PORT);
  // The public address does not tell where a proxy reaches this server.
  if (config.SITE_URL !== null) log.info('listening', { host: config.HOST, port });
  try {
    const siteUrl = shownAddress(config, port);
    const secrets = await loadSecrets(config);
    const passwordCost = await measurePasswordCost();
    const database = await openDatabase(config, secrets, log);
    const options = { config, secrets, database, siteUrl, pageFolder, log, passwordCost };
    const parts = await createDependencies(options).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    const { handleRequest, realtime, functions } = buildApp(parts);
    listener = handleRequest;
    server.on('upgrade', (request, socket, head) => realtime.handleUpgrade(request, socket, head));
    const stopPurging = purgeDeletedHourly(database, log);
    const stopReading = readSearchQueueEveryMinute(database, log);
    const stopNotifying = sendNotificationsRegularly({
      ...parts,
      links: parts.unsubscribeLinks,
      brand: config.BRAND_NAME,
    });
    const stopSweeping = sweepStorageHourly({ ...parts, dataDir: config.DATA_DIR });
    const stop = async () => {
      await Promise.all([closeServer(server), realtime.close()]);
      await functions.close();
      // A job that waits for an unresponsive database must not block the stop.
      const jobs = Promise.all([stopPurging(), stopReading(), stopNotifying(), stopSweeping()]);
      await Promise.race([jobs, pause(shutdownMs, undefined, { ref: false })]);
      await parts.background.idle();
      parts.mailer.close();
      await database.close();
    };
    let stopping: Promise<void> | null = null;
    return { address: siteUrl, stop: () => (stopping ??= stop()) };
  } catch (error) {
    server.closeAllConnections();
    server.close();
    throw error;
  }
}

async function closeServer(server: Server): Promise<void> {
  const closed = promisify(server.close.bind(server))();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), shutdownMs);
  await closed;
  clearTimeout(timer);
}
