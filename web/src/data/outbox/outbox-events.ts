import { recordKeys } from '#web/lib/storage/device-records.ts';

/*
 * Whether saves are queued. Apart from the store and its schema, since every page of the app asks.
 */

const keyPrefix = 'cuebook.waiting/';
const listeners = new Set<() => void>();

/** Returns the prefix of the storage keys of a person's queued saves. */
export function outboxPrefix(userId: string): string {
  return `${keyPrefix}${userId}/`;
}

export function hasQueuedSaves(userId: string): boolean {
  return recordKeys(outboxPrefix(userId)).length > 0;
}

/** Tells this window's listeners that a save was added, changed or removed. */
export function notifyOutboxChange(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` on changes by this window and by others. Returns how to stop. */
export function onOutboxChange(listener: () => void): () => void {
  function onStorage({ key }: StorageEvent) {
    if (key === null || key.startsWith(keyPrefix)) listener();
  }
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
