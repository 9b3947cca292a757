import * as v from 'valibot';
import type { Config } from '#server/config.ts';
import { openHttpFront } from '#server/http-front.ts';
import { joinInstallation } from '#server/installation.ts';
import type { Log } from '#server/log.ts';
import type { RunningServer } from '#server/start-server.ts';
import { startMessage, type StatusMessage } from './messages.ts';

/** Answers requests in a process that start-web-processes.ts has started. */
export async function runWebProcess(config: Config, log: Log): Promise<RunningServer> {
  const message = await new Promise<unknown>((resolve) => process.once('message', resolve));
  const { port, shared } = v.parse(startMessage, message);
  const opened = await joinInstallation(config, shared, log);
  const front = await openHttpFront(config, port, opened.parts);
  const stop = async () => {
    log.info('a web process stops after its open requests', { pid: process.pid });
    await front.close();
    await opened.close();
  };
  await sendStatus({ status: 'ready' });
  let stopping: Promise<void> | null = null;
  return { address: shared.siteUrl, stop: () => (stopping ??= stop()) };
}

/** Reports to the supervising process, which may be gone. */
export function sendStatus(message: StatusMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}
