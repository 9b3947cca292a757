/** Does something once the browser has nothing else to do, or after a while where it does not tell. */
export function runWhenIdle(act: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(act);
  else setTimeout(act, 1_500);
}
