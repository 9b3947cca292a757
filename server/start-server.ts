import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from '#server/app.ts';
import { measurePasswordCost } from '#server/auth/passwords.ts';
import { checkExposure, checkPayments, type Config, listensOnLoopback } from '#server/config.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createHttpServer } from '#server/http/create-server.ts';
import { listen } from '#server/http/listen.ts';
import type { Log } from '#server/log.ts';
import { sendNotificationsRegularly } from '#server/notifications/send-notifications.ts';
import { openParts } from '#server/open-parts.ts';
import { purgeDeletedHourly } from '#server/purge-deleted.ts';
import { readSearchQueueEveryMinute } from '#server/read-search-queue.ts';
import { loadSecrets } from '#server/secrets.ts';

/** A server that listens. */
export interface RunningServer {
  /** Where a person opens it. */
  readonly address: string;
  /** Lets open requests end, then closes everything. May be called more than once. */
  stop(): Promise<void>;
}

const pageFolder = join(import.meta.dirname, '../web/dist');

/** Requests get this long to end once the server is told to stop. */
const farewellMs = 5_000;

const starting: RequestListener = (_, outgoing) => {
  outgoing.writeHead(503, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ status: 'unavailable', reason: 'The server is starting.' }));
};

function shownAddress(config: Config, port: number): string {
  if (config.SITE_URL !== null) return config.SITE_URL;
  const host = listensOnLoopback(config) ? 'localhost' : config.HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Starts everything. The port is taken first, since a port in use is the commonest reason not to
 * start and because links in mails need its number; until the database is open, every address
 * answers 503. What was started is stopped again when a later step fails, whose error is thrown.
 */
export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  checkExposure(config);
  checkPayments(config);
  let answer = starting;
  const server = createHttpServer((incoming, outgoing) => answer(incoming, outgoing));
  const port = await listen(server, config.HOST, config.PORT);
  // The public address does not say where a proxy finds us.
  if (config.SITE_URL !== null) log.info('listening', { host: config.HOST, port });
  try {
    const siteUrl = shownAddress(config, port);
    const secrets = await loadSecrets(config);
    const passwordCost = await measurePasswordCost();
    const database = await openDatabase(config, secrets, log);
    const given = { config, secrets, database, siteUrl, pageFolder, log, passwordCost };
    const parts = await openParts(given).catch(async (error: unknown) => {
      await database.close();
      throw error;
    });
    answer = build(parts);
    const stopPurging = purgeDeletedHourly(database, log);
    const stopReading = readSearchQueueEveryMinute(database, log);
    const stopNotifying = sendNotificationsRegularly({
      ...parts,
      links: parts.unsubscribeLinks,
      brand: config.BRAND_NAME,
    });
    const stop = async () => {
      await closeServer(server);
      await Promise.all([stopPurging(), stopReading(), stopNotifying()]);
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
  const hurry = setTimeout(() => server.closeAllConnections(), farewellMs);
  await closed;
  clearTimeout(hurry);
}
