/**
 * Returns a generator of numbers from 0 to 1 (mulberry32), the same for a seed on every machine.
 */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(items: readonly T[], chance: number): T {
  const item = items[Math.floor(chance * items.length)];
  if (item === undefined) throw new RangeError('Nothing to pick from.');
  return item;
}
