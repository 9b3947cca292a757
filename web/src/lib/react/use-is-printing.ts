import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;

/** Returns whether the page is being printed, which has room for what is folded on the screen. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting || matchMedia('print').matches);
}

/**
 * Firefox copies the page right after `beforeprint`, before the media query matches, and before
 * microtasks run.
 */
function subscribe(listener: () => void): () => void {
  const subscription = new AbortController();
  const { signal } = subscription;
  function setPrinting({ type }: Event) {
    isPrinting = type === 'beforeprint';
    flushSync(listener);
  }
  window.addEventListener('beforeprint', setPrinting, { signal });
  window.addEventListener('afterprint', setPrinting, { signal });
  matchMedia('print').addEventListener('change', listener, { signal });
  return () => subscription.abort();
}
