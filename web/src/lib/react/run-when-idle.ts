/** On a busy machine, a page may get no idle time for a minute. */
const longestWaitMs = 5_000;

/**
 * Runs `work` when the browser is idle, after five seconds at the latest, or after a delay in Safari,
 * which does not report that.
 */
export function runWhenIdle(work: () => void): void {
  if (typeof window.requestIdleCallback === 'function') {
    window.requestIdleCallback(work, { timeout: longestWaitMs });
  } else setTimeout(work, 1_500);
}
