import type { Log } from '#server/log.ts';

/** How long the same failure isn't logged again. */
const quietMs = 1_800_000;

interface PeriodicWork {
  readonly everyMs: number;
  readonly work: () => Promise<unknown>;
  /** The message for a run that fails: logged at first, and every half hour until one succeeds. */
  readonly failure: string;
  readonly log: Log;
}

/**
 * Runs `work` now and every `everyMs`, but not while it still runs. Returns a function that stops
 * that and resolves when the current run has ended.
 */
export function runPeriodically({ everyMs, work, failure, log }: PeriodicWork) {
  let running: Promise<void> | null = null;
  let loggedAt = Number.NEGATIVE_INFINITY;
  async function run(): Promise<void> {
    try {
      await work();
      loggedAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      const now = performance.now();
      if (now - loggedAt >= quietMs) {
        log.warn(failure, { error });
        loggedAt = now;
      }
    }
    running = null;
  }
  const runNext = () => {
    running ??= run();
  };
  runNext();
  const timer = setInterval(runNext, everyMs);
  timer.unref();
  return async (): Promise<void> => {
    clearInterval(timer);
    await running;
  };
}
