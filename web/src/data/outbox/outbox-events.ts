import { recordKeys } from '#web/lib/storage/device-records.ts';

/* Whether saves wait, without what reads them: every page of the app asks. */

const listeners = new Set<() => void>();

/** Under what keys a person's waiting saves are kept. */
export function outboxPrefix(userId: string): string {
  return `cuebook.waiting/${userId}/`;
}

export function hasQueuedSaves(userId: string): boolean {
  return recordKeys(outboxPrefix(userId)).length > 0;
}

/** Something was added, changed or struck out in this window. */
export function notifyOutboxChange(): void {
  for (const listener of listeners) listener();
}

/** Calls back on changes by this window and by others; gives how to stop. */
export function onOutboxChange(listener: () => void): () => void {
  function hear({ key }: StorageEvent) {
    if (key === null || key.startsWith('cuebook.waiting/')) listener();
  }
  listeners.add(listener);
  window.addEventListener('storage', hear);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', hear);
  };
}
