/** The state that the app stores with an entry of the browser's history. */
export interface HistoryEntry {
  /** The entry's index among those of this tab. */
  readonly idx: number;
  readonly key: string;
  readonly usr: unknown;
}

/**
 * Returns the state of the browser's current entry, or null if the app didn't make the entry. The
 * rendered page may still belong to the entry before.
 */
export function currentEntry(): HistoryEntry | null {
  const state: unknown = history.state;
  const isOurs = typeof state === 'object' && state !== null && 'idx' in state && 'key' in state;
  if (!isOurs) return null;
  return {
    idx: Number(state.idx),
    key: String(state.key),
    usr: 'usr' in state ? state.usr : null,
  };
}
