import { useSyncExternalStore } from 'react';
import { isRowInUse, onRowUse } from '#web/lib/react/row-in-use.ts';
import { createListeners } from '#web/lib/react/listeners.ts';

/*
 * Refetches of lists that would move rows. They are held while the pointer or the focus is in a row,
 * and run once it has left, or when the person asks for them.
 */

/** A change that is held back; 'page' if changes may have been missed. */
export type Changed =
  | 'chain'
  | 'comments'
  | 'files'
  | 'library'
  | 'page'
  | 'proposals'
  | 'shares'
  | 'team';

interface HeldRefresh {
  readonly changed: Changed | null;
  readonly refresh: () => void;
}

const held = new Map<string, HeldRefresh>();
let heldChanges: readonly Changed[] = [];
const { notify, subscribe } = createListeners();
let stopWatching: (() => void) | null = null;

/**
 * Runs a refetch at once, or, if it moves rows, as soon as no row is in use; a later one of the same
 * name replaces it. With null it waits without a message, since probably nothing has changed.
 */
export function refreshWhenFree(
  changed: Changed | null,
  refresh: () => void,
  { name = '', movesRows = true }: { readonly name?: string; readonly movesRows?: boolean } = {},
): void {
  if (!movesRows || !isRowInUse()) {
    refresh();
    return;
  }
  held.set(`${changed} ${name}`, { changed, refresh });
  stopWatching ??= onRowUse(() => {
    if (!isRowInUse()) runHeldRefreshes();
  });
  update();
}

export function runHeldRefreshes(): void {
  const refreshes = [...held.values()];
  dropHeldRefreshes();
  for (const { refresh } of refreshes) refresh();
}

export function dropHeldRefreshes(): void {
  held.clear();
  stopWatching?.();
  stopWatching = null;
  update();
}

function update(): void {
  const changes = [...held.values()].flatMap(({ changed }) => changed ?? []);
  heldChanges = [...new Set(changes)];
  notify();
}

/** Returns what has changed that the page doesn't show yet. */
export function useHeldChanges(): readonly Changed[] {
  return useSyncExternalStore(subscribe, () => heldChanges);
}
