import { useSyncExternalStore } from 'react';
import { isRowInUse, onRowUse } from '#web/lib/react/row-in-use.ts';
import { createListeners } from '#web/lib/react/listeners.ts';

/*
 * Refetches of lists that would move rows. They are held while the pointer or the focus is in a row,
 * and run once it has left, or when the person asks for them. Those that are offered only wait.
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
  /** Whether only the person's request runs it. */
  readonly isOffered: boolean;
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
  hold(name, { changed, refresh, isOffered: false });
  stopWatching ??= onRowUse(() => {
    if (!isRowInUse()) run(({ isOffered }) => !isOffered);
  });
}

/**
 * Offers a refetch that runs only when the person asks for it; a later one of the same name replaces
 * it. Returns how to withdraw it.
 */
export function offerRefresh(changed: Changed, refresh: () => void, name: string): () => void {
  const offered = { changed, refresh, isOffered: true };
  const key = hold(name, offered);
  return () => {
    if (held.get(key) !== offered) return;
    held.delete(key);
    update();
  };
}

function hold(name: string, refresh: HeldRefresh): string {
  const key = `${refresh.changed} ${name}`;
  held.set(key, refresh);
  update();
  return key;
}

/** Runs all held refetches, also those that are only offered. */
export function runHeldRefreshes(): void {
  run(() => true);
}

function run(isWanted: (refresh: HeldRefresh) => boolean): void {
  const wanted = [...held].filter(([, refresh]) => isWanted(refresh));
  for (const [key] of wanted) held.delete(key);
  stopWatching?.();
  stopWatching = null;
  update();
  for (const [, { refresh }] of wanted) refresh();
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
