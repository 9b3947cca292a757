import { isAuthError } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { routes } from '#contract/routes.ts';

/* Whether there is a line to the server: as the browser says, and as the last request found. */

let answered = true;
const listeners = new Set<() => void>();

export function isOffline(): boolean {
  return !navigator.onLine || !answered;
}

/** A request was answered, with whatever; or it was not. */
function noteAnswer(came: boolean): void {
  if (answered === came) return;
  answered = came;
  for (const listener of listeners) listener();
}

window.addEventListener('online', () => noteAnswer(true));

/**
 * A request, noting whether it is answered. One that takes longer than `patience` milliseconds counts as not answered,
 * until it is after all.
 */
export async function trackConnectivity(
  sent: Promise<Response>,
  patience?: number,
): Promise<Response> {
  const slow = patience === undefined ? undefined : setTimeout(() => noteAnswer(false), patience);
  try {
    const response = await sent;
    noteAnswer(true);
    return response;
  } catch (reason) {
    if (!isAnswered(reason)) noteAnswer(false);
    throw reason;
  } finally {
    clearTimeout(slow);
  }
}

/** Whether a failure says nothing against the connection: the server answered with a status, or the request was aborted. */
function isAnswered(reason: unknown): boolean {
  if (reason instanceof DOMException) return reason.name === 'AbortError';
  // A session that a busy server could not renew (fetchAsUser).
  return isAuthError(reason) && (reason.status ?? 0) > 0;
}

/** Resolves when there is no line: at once, or when that is found. */
export function waitUntilOffline(): Promise<void> {
  return new Promise((resolve) => {
    if (isOffline()) resolve();
    else {
      const stop = subscribe(() => {
        if (!isOffline()) return;
        stop();
        resolve();
      });
    }
  });
}

/** Asks the server for a sign of life, while the browser believes in a line and nothing was answered. */
export async function checkConnection(): Promise<void> {
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
