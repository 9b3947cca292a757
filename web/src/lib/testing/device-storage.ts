/** A `Storage` for tests; `room` is the length of the longest entry that it accepts. */
export class DeviceStorage {
  readonly entries = new Map<string, string>();
  room = Number.POSITIVE_INFINITY;
  get length(): number {
    return this.entries.size;
  }
  key(index: number): string | null {
    return [...this.entries.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.entries.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (value.length > this.room) throw new DOMException('full', 'QuotaExceededError');
    this.entries.set(key, value);
  }
  removeItem(key: string): void {
    this.entries.delete(key);
  }
}
