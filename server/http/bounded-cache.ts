/** Keeps entries up to a weight: all that were used lately, of the others some. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  readonly size: number;
}

/**
 * Two generations, each of half the capacity. What is found in the elder moves to the younger; when that is
 * full, the elder is dropped. A list in the order of use would be exact, and be written at every hit.
 * `weigh` tells what part of the capacity a value takes; each counts as one unless it is given.
 */
export function createBoundedCache<Value>(
  capacity: number,
  weigh: (value: Value, key: string) => number = () => 1,
): BoundedCache<Value> {
  let younger = new Map<string, Value>();
  let elder = new Map<string, Value>();
  let weight = 0;

  function leave(key: string): void {
    const value = younger.get(key);
    if (value === undefined) return;
    weight -= weigh(value, key);
    younger.delete(key);
  }

  function set(key: string, value: Value): void {
    elder.delete(key);
    leave(key);
    if (weight >= capacity / 2) {
      elder = younger;
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
      const older = elder.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    delete(key) {
      leave(key);
      elder.delete(key);
    },
    get size() {
      return younger.size + elder.size;
    },
  };
}
