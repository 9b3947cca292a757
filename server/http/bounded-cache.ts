/** Keeps at most `capacity` entries: all that were used lately, of the others some. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  readonly size: number;
}

/**
 * Two generations, each of half the capacity. What is found in the elder moves to the younger; when that is
 * full, the elder is dropped. A list in the order of use would be exact, and be written at every hit.
 */
export function createBoundedCache<Value>(capacity: number): BoundedCache<Value> {
  let younger = new Map<string, Value>();
  let elder = new Map<string, Value>();

  function set(key: string, value: Value): void {
    elder.delete(key);
    if (!younger.has(key) && younger.size >= capacity / 2) {
      elder = younger;
      younger = new Map();
    }
    younger.set(key, value);
  }

  return {
    get(key) {
      const value = younger.get(key);
      if (value !== undefined) return value;
      const older = elder.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    delete(key) {
      younger.delete(key);
      elder.delete(key);
    },
    get size() {
      return younger.size + elder.size;
    },
  };
}
