/** Runs `work` when the browser is idle, or after a delay in Safari, which does not report that. */
export function runWhenIdle(work: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work);
  else setTimeout(work, 1_500);
}
