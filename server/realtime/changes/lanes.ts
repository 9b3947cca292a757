const maxAtOnce = 100;
const maxWaiting = 1_000;

interface LaneWork<Item> {
  /** Never rejects. */
  run(lane: string, items: readonly Item[]): Promise<void>;
  /** Gives up items of a lane that is too slow. */
  drop(items: readonly Item[]): void;
}

/** Queues by name: the items of each are worked on in their order, and no lane waits for another. */
export class Lanes<Item> {
  readonly #work: LaneWork<Item>;
  readonly #waiting = new Map<string, Item[]>();

  constructor(work: LaneWork<Item>) {
    this.#work = work;
  }

  add(lane: string, item: Item): void {
    const waiting = this.#waiting.get(lane);
    if (waiting === undefined) {
      this.#waiting.set(lane, [item]);
      void this.#runAll(lane);
      return;
    }
    waiting.push(item);
    if (waiting.length > maxWaiting) this.#work.drop(waiting.splice(0));
  }

  async #runAll(lane: string): Promise<void> {
    // Items that are added together are worked on together.
    await Promise.resolve();
    for (;;) {
      const items = this.#waiting.get(lane)?.splice(0, maxAtOnce) ?? [];
      if (items.length === 0) break;
      await this.#work.run(lane, items);
    }
    this.#waiting.delete(lane);
  }
}
