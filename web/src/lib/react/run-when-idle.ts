/** Browsers report no idle time on a busy machine, nor for a page in the background. */
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
