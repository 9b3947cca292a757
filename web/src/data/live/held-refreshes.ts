import { useSyncExternalStore } from 'react';
import { isRowInUse, onRowUse } from '#web/lib/react/row-in-use.ts';
import { createListeners } from '#web/lib/react/listeners.ts';

/*
 * Refetches of lists that would move rows. They are held while the pointer or the focus is in a row,
 * and run once it has left, or when the person asks for them.
 */

const held = new Map<string, () => void>();
const { notify, subscribe } = createListeners();
let stopWatching: (() => void) | null = null;

/** Runs a refetch as soon as no row is in use; a later one with the same name replaces it. */
export function refreshWhenFree(name: string, refresh: () => void): void {
  if (!isRowInUse()) {
    refresh();
    return;
  }
  held.set(name, refresh);
  stopWatching ??= onRowUse(() => {
    if (!isRowInUse()) runHeldRefreshes();
  });
  notify();
}

export function runHeldRefreshes(): void {
  const refreshes = [...held.values()];
  dropHeldRefreshes();
  for (const refresh of refreshes) refresh();
}

export function dropHeldRefreshes(): void {
  held.clear();
  stopWatching?.();
  stopWatching = null;
  notify();
}

const hasHeld = () => held.size > 0;

/** Returns whether lists have changed that don't show it yet. */
export function useHasHeldRefreshes(): boolean {
  return useSyncExternalStore(subscribe, hasHeld);
}
