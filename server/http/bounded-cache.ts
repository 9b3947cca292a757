/** A cache with a limited total weight. Recently used entries stay; of the others only some do. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  readonly size: number;
}

/**
 * Creates a cache of two generations, each of half the capacity. A hit in the older one moves to
 * the younger. When the younger is full, the older is dropped. An exact LRU list would be written
 * at every hit. `weigh` returns how much of the capacity a value takes, 1 by default.
 */
export function createBoundedCache<Value>(
  capacity: number,
  weigh: (value: Value, key: string) => number = () => 1,
): BoundedCache<Value> {
  let younger = new Map<string, Value>();
  let older = new Map<string, Value>();
  let weight = 0;

  function removeYounger(key: string): void {
    const value = younger.get(key);
    if (value === undefined) return;
    weight -= weigh(value, key);
    younger.delete(key);
  }

  function set(key: string, value: Value): void {
    older.delete(key);
    removeYounger(key);
    if (weight >= capacity / 2) {
      older = younger;
      younger = new Map();
      weight = 0;
    }
    younger.set(key, value);
    weight += weigh(value, key);
  }

  return {
    get(key) {
      const value = younger.get(key);
      if (value !== undefined) return value;
      const olderValue = older.get(key);
      if (olderValue !== undefined) set(key, olderValue);
      return olderValue;
    },
    set,
    delete(key) {
      removeYounger(key);
      older.delete(key);
    },
    get size() {
      return younger.size + older.size;
    },
  };
}
