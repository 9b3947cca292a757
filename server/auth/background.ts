import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#server/log.ts';

/** Work that an answer does not wait for, so that its duration tells the client nothing. */
export interface Background {
  /** Starts `task`; what it throws is logged under `name`. */
  start(name: string, task: () => Promise<void>): void;
  /** Resolves when nothing is under way, or when it has taken too long to wait for. */
  idle(): Promise<void>;
}

/** A mail that is tried again for half a minute must not keep a server from stopping. */
const longestWaitMs = 8_000;

/**
 * `longestPauseMs`: work begins after a random pause up to it. On an idle server the work itself can be
 * felt in answers to other questions; nobody is to know when to feel for it.
 */
export function createBackground(log: Log, longestPauseMs = 0): Background {
  const underWay = new Set<Promise<void>>();
  return {
    start(name, task) {
      const begun =
        longestPauseMs === 0 ? task() : pause(Math.random() * longestPauseMs).then(task);
      const work = begun
        .catch((error: unknown) => log.error('background work failed', { name, error }))
        .finally(() => underWay.delete(work));
      underWay.add(work);
    },
    async idle() {
      const allDone = async () => {
        while (underWay.size > 0) await Promise.all(underWay);
      };
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, longestWaitMs).unref();
      });
      await Promise.race([allDone(), late]);
    },
  };
}
