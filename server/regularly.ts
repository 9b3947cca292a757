/**
 * Does something now and every so many milliseconds, one at a time. `work` never rejects: what goes
 * wrong is its own to log. Gives how to stop, which resolves when what is under way has ended.
 */
export function regularly(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let underWay = Promise.resolve();
  const begin = () => {
    underWay = underWay.then(work);
  };
  begin();
  const timer = setInterval(begin, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return underWay;
  };
}
