/** A pseudorandom generator that returns the same sequence for the same seed. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns an integer from 0 to `bound - 1`. */
  below(bound: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * bound);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  some<Item>(items: readonly Item[], percent: number): Item[] {
    return items.filter(() => this.chance(percent));
  }

  list<Item>(length: number, make: (index: number) => Item): Item[] {
    return Array.from({ length }, (_, index) => make(index));
  }
}
