import type { Serializable } from 'node:child_process';
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { SharedSetup } from '#server/installation.ts';
import type { Log } from '#server/log.ts';
import { statusMessage } from './messages.ts';

const restartMs = 500;
/** How long a process may take to close its connections after a stop. */
const stopMs = 20_000;

/** A web process could not start. `message` is its reason. */
export class WebProcessError extends Error {
  override name = 'WebProcessError';
}

interface WebProcess {
  readonly worker: Worker;
  /** Whether it answers requests. */
  isReady: boolean;
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<string>;
  /** Resolves when it answers requests, or has ended. */
  readonly settled: Promise<void>;
}

/**
 * Closes the connection that was being passed to a process when it ended. There is one at a time,
 * which node:cluster then forgets, so that its client would wait until it gives up.
 */
function closeUnpassed({ process: child }: Worker): void {
  const send = child.send.bind(child);
  let passed: { close?(): void } | undefined;
  child.send = (message: Serializable, ...rest: readonly unknown[]) => {
    const [handle] = rest;
    if (typeof handle === 'object' && handle !== null) passed = handle;
    return Boolean(Reflect.apply(send, child, [message, ...rest]));
  };
  // Closing one that has arrived changes nothing.
  child.once('exit', () => passed?.close?.());
}

function launch(port: number, shared: SharedSetup): WebProcess {
  const worker = cluster.fork();
  closeUnpassed(worker);
  const settled = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  const started: WebProcess = {
    worker,
    isReady: false,
    ended: ended.promise,
    settled: settled.promise,
  };
  let failure: string | null = null;
  worker.on('message', (message: unknown) => {
    const received = v.parse(statusMessage, message);
    if (received.status === 'failed') failure = received.reason;
    else {
      started.isReady = true;
      settled.resolve();
    }
  });
  // The exit follows, with its reason.
  worker.on('error', () => {});
  worker.once('exit', (code: number | null, signal: string | null) => {
    started.isReady = false;
    ended.resolve(failure ?? `The process ended with ${signal ?? `status ${code}`}.`);
    settled.resolve();
  });
  worker.send({ port, shared });
  return started;
}

/**
 * Starts processes that answer requests on one port, and restarts those that end. Connections are
 * dealt out to them in turn. Resolves when all answer requests; throws {@link WebProcessError} if
 * one can't.
 */
export async function startWebProcesses(
  count: number,
  port: number,
  shared: SharedSetup,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const stopping = new AbortController();
  const processes = Array.from({ length: count }, () => launch(port, shared));

  async function superviseAt(index: number): Promise<void> {
    for (;;) {
      const current = processes[index];
      const reason = await current?.ended;
      if (stopping.signal.aborted) return;
      const pid = current?.worker.process.pid;
      log.error('a web process ended unexpectedly and is being restarted', { pid, reason });
      await pause(restartMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      const next = launch(port, shared);
      processes[index] = next;
      await next.settled;
      if (next.isReady) log.info('a web process was restarted', { pid: next.worker.process.pid });
    }
  }

  async function close(): Promise<void> {
    stopping.abort();
    await Promise.all(processes.map(stopProcess));
  }

  await Promise.all(processes.map(({ settled }) => settled));
  const failed = processes.find(({ isReady }) => !isReady);
  if (failed !== undefined) {
    await close();
    throw new WebProcessError(await failed.ended);
  }
  const pids = processes.map(({ worker }) => worker.process.pid);
  log.info('web processes answer requests', { pids });
  for (const index of processes.keys()) void superviseAt(index);
  return { close };
}

/**
 * Asks a process to finish its requests, and kills it if that takes too long, or if it is starting:
 * it has no requests yet, and wouldn't hear.
 */
async function stopProcess({ worker, isReady, ended }: WebProcess): Promise<void> {
  if (isReady && worker.isConnected()) worker.send('stop');
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), isReady ? stopMs : 0);
  await ended;
  clearTimeout(timer);
}
