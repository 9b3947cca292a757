import { checkConfig } from '#server/check-config.ts';
import type { Config } from '#server/config.ts';
import { openHttpFront, publicAddress } from './http-front.ts';
import { openInstallation } from './installation.ts';
import type { Log } from '#server/log.ts';
import { startWebProcesses } from './web-processes/start-web-processes.ts';

export interface RunningServer {
  /** The address that a person opens. */
  readonly address: string;
  /** Lets open requests finish, then closes everything. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts everything. It takes the port first: a port in use is the most common start error, and
 * links in mails need the number. Until the database is open, every address answers 503. If a later
 * step fails, it stops what was started and rethrows.
 */
export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  checkConfig(config);
  const front = await openHttpFront(config);
  const { port } = front;
  // The public address does not tell where a proxy reaches this server.
  if (config.SITE_URL !== null) log.info('listening', { host: config.HOST, port });
  const address = publicAddress(config, port);
  const opened: { close(): Promise<void> }[] = [front];
  const stop = async () => {
    for (const part of opened.toReversed()) await part.close();
  };
  try {
    const installation = await openInstallation(config, address, log);
    opened.unshift(installation);
    if (config.WEB_PROCESSES === 1) front.serve(installation.parts);
    else {
      await front.close();
      opened.push(await startWebProcesses(config.WEB_PROCESSES, port, installation.shared, log));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  let stopping: Promise<void> | null = null;
  return { address, stop: () => (stopping ??= stop()) };
}
