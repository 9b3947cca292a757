import { deviceStore } from './device-store.ts';

/* Records of what a person wrote and no server has yet: each is an entry of localStorage. */

/** Stores a record. Returns false when storage is full or blocked. */
export function storeRecord(key: string, record: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(record));
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the record under a key, parsed by `parse`; undefined when there is none, or it can't be
 * parsed.
 */
export function readRecord<Value>(
  key: string,
  parse: (stored: unknown) => Value | undefined,
): Value | undefined {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? undefined : parse(JSON.parse(stored));
  } catch {
    return undefined;
  }
}

export function removeRecord(key: string): void {
  deviceStore.remove(key);
}

/** Returns the keys with a prefix, sorted. */
export function recordKeys(prefix: string): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index))
      .filter((key) => key !== null)
      .filter((key) => key.startsWith(prefix))
      .toSorted();
  } catch {
    return [];
  }
}
