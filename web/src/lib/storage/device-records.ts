/** What a person wrote and no server has yet, kept on this device: one entry of its storage a record. */

/** Keeps a record; false when the device has no room for it, or keeps nothing at all. */
export function storeRecord(key: string, record: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(record));
    return true;
  } catch {
    return false;
  }
}

/** The record under a key, as it was read by `parse`; what cannot be read is left where it is. */
export function readRecord<Kept>(
  key: string,
  parse: (stored: unknown) => Kept | undefined,
): Kept | undefined {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? undefined : parse(JSON.parse(stored));
  } catch {
    return undefined;
  }
}

export function removeRecord(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A device that keeps nothing has nothing to forget.
  }
}

/** The keys that begin with `prefix`, in their own order. */
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
