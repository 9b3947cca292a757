/**
 * Runs `work` now and every `everyMs`, one run at a time. `work` must not reject; it logs its own
 * errors. Returns a function that stops it and resolves when the current run has ended.
 */
export function runPeriodically(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  const runNext = () => {
    running = running.then(work);
  };
  runNext();
  const timer = setInterval(runNext, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
