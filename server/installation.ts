import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerDependencies } from './app.ts';
import { measurePasswordCost } from './auth/accounts/passwords.ts';
import type { Config } from './config.ts';
import { createDependencies } from './create-dependencies.ts';
import { connectDatabase, type DatabaseLogins, startDatabase } from './db/setup/open-database.ts';
import { purgeDeletedHourly } from './jobs/purge-deleted.ts';
import { purgeOAuthHourly } from './jobs/purge-oauth.ts';
import { readSearchQueueEveryMinute } from './jobs/read-search-queue.ts';
import type { Log } from './log.ts';
import { sendNotificationsRegularly } from './notifications/send-notifications.ts';
import { sendInvitationsRegularly } from './notifications/send-invitations.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { sweepStorageHourly } from './storage/sweep.ts';
import { sendWebhooksRegularly } from './webhooks/send-webhooks.ts';

const pageFolder = join(import.meta.dirname, '../web/dist');

/** How long jobs may go on after a stop. */
const shutdownMs = 5_000;

/** The settings and logins that all processes of a server share, as plain data. */
export interface SharedSetup {
  readonly siteUrl: string;
  readonly passwordCost: number;
  readonly logins: DatabaseLogins;
}

/** The parts of one process, with what it has to close. */
export interface OpenedParts {
  readonly parts: ServerDependencies;
  close(): Promise<void>;
}

/** A running PostgreSQL, with the jobs that one process of a server runs. */
export interface Installation extends OpenedParts {
  readonly shared: SharedSetup;
}

/** Starts PostgreSQL, migrates, and starts the scheduled jobs. */
export async function openInstallation(
  config: Config,
  siteUrl: string,
  log: Log,
): Promise<Installation> {
  const secrets = await loadSecrets(config);
  const passwordCost = await measurePasswordCost();
  const server = await startDatabase(config, secrets, log);
  const { owner, authenticator, authAdmin, replica = null, isEmbedded } = server;
  const logins = { owner, authenticator, authAdmin, replica, isEmbedded };
  const shared = { siteUrl, passwordCost, logins };
  try {
    const opened = await openParts(config, secrets, shared, log);
    const stopJobs = startJobs(opened.parts);
    return {
      parts: opened.parts,
      shared,
      async close() {
        // A job that waits for an unresponsive database must not block the stop.
        await Promise.race([stopJobs(), pause(shutdownMs, undefined, { ref: false })]);
        await opened.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Opens the parts of a process whose PostgreSQL another one has started. */
export async function joinInstallation(
  config: Config,
  shared: SharedSetup,
  log: Log,
): Promise<OpenedParts> {
  return openParts(config, await loadSecrets(config), shared, log);
}

async function openParts(
  config: Config,
  secrets: Secrets,
  { siteUrl, passwordCost, logins }: SharedSetup,
  log: Log,
): Promise<OpenedParts> {
  const database = await connectDatabase(config, logins, log);
  const options = { config, secrets, database, siteUrl, pageFolder, log, passwordCost };
  const parts = await createDependencies(options).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return {
    parts,
    async close() {
      await parts.background.idle();
      parts.mailer.close();
      await database.close();
    },
  };
}

/** Starts the scheduled jobs. Returns a function that stops them. */
function startJobs(parts: ServerDependencies): () => Promise<unknown> {
  const { config, database, log } = parts;
  const stops = [
    purgeDeletedHourly(database, log),
    purgeOAuthHourly(database, log),
    readSearchQueueEveryMinute(database, log),
    sendNotificationsRegularly({
      ...parts,
      links: parts.unsubscribeLinks,
      brand: config.BRAND_NAME,
    }),
    sendInvitationsRegularly({ ...parts, brand: config.BRAND_NAME }),
    sweepStorageHourly({ ...parts, dataDir: config.DATA_DIR }),
    sendWebhooksRegularly({ ...parts, allowsPrivate: config.WEBHOOKS_PRIVATE }),
  ];
  return () => Promise.all(stops.map((stop) => stop()));
}
