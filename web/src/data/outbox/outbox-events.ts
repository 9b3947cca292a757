import { recordKeys } from '#web/lib/storage/device-records.ts';
import { createListeners } from '#web/lib/react/listeners.ts';

/*
 * Whether saves are queued. Apart from the store and its schema, since every page of the app asks.
 */

const keyPrefix = 'cuebook.waiting/';
const { notify, subscribe } = createListeners();

/** Returns the prefix of the storage keys of a person's queued saves. */
export function outboxPrefix(userId: string): string {
  return `${keyPrefix}${userId}/`;
}

export function hasQueuedSaves(userId: string): boolean {
  return recordKeys(outboxPrefix(userId)).length > 0;
}

/** Tells this window's listeners that a save was added, changed or removed. */
export const notifyOutboxChange = notify;

/** Calls `listener` on changes by this window and by others. Returns how to stop. */
export function onOutboxChange(listener: () => void): () => void {
  function onStorage({ key }: StorageEvent) {
    if (key === null || key.startsWith(keyPrefix)) listener();
  }
  const stop = subscribe(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
  };
}
