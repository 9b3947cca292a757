import { useSyncExternalStore } from 'react';
import { routes } from '#contract/routes.ts';

/* Whether there is a line to the server: as the browser says, and as the last request found. */

let answered = true;
const listeners = new Set<() => void>();

export function isOffline(): boolean {
  return !navigator.onLine || !answered;
}

/** A request was answered, with whatever; or it was not. */
export function noteAnswer(came: boolean): void {
  if (answered === came) return;
  answered = came;
  for (const listener of listeners) listener();
}

window.addEventListener('online', () => noteAnswer(true));

/** Asks the server for a sign of life, while the browser believes in a line and nothing was answered. */
export async function probe(): Promise<void> {
  if (!navigator.onLine) return;
  try {
    await fetch(routes.health, { method: 'HEAD', cache: 'no-store' });
    noteAnswer(true);
  } catch {
    // Still nothing.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether there is no line now; renders again when that changes. */
export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline);
}
