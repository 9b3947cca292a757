import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#server/log.ts';

/** Work that runs after the response, so that its duration reveals nothing to the client. */
export interface Background {
  /** Starts `task`. Its errors are logged under `name`. */
  start(name: string, task: () => Promise<void>): void;
  /** Resolves when no task is running, or after {@link maxIdleWaitMs}. */
  idle(): Promise<void>;
}

/** Limits the wait at shutdown: a mail may be retried for half a minute. */
const maxIdleWaitMs = 8_000;

/**
 * Creates the runner of background work. Each task starts after a random delay of at most
 * `maxDelayMs`. On an idle server, running work slows down other responses. The random delay
 * hides when to measure them.
 */
export function createBackground(log: Log, maxDelayMs = 0): Background {
  const running = new Set<Promise<void>>();
  return {
    start(name, task) {
      const started = maxDelayMs === 0 ? task() : pause(Math.random() * maxDelayMs).then(task);
      const work = started
        .catch((error: unknown) => log.error('background work failed', { name, error }))
        .finally(() => running.delete(work));
      running.add(work);
    },
    async idle() {
      const allDone = async () => {
        while (running.size > 0) await Promise.all(running);
      };
      const timeout = new Promise<void>((resolve) => {
        setTimeout(resolve, maxIdleWaitMs).unref();
      });
      await Promise.race([allDone(), timeout]);
    },
  };
}
