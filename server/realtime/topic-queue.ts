const maxWaiting = 1_000;

/** Runs the work of one topic after the other: joins take time, and messages keep their order. */
export class TopicQueue {
  /** The last work of each topic. */
  readonly #last = new Map<string, Promise<void>>();
  #waiting = 0;

  get isFull(): boolean {
    return this.#waiting >= maxWaiting;
  }

  has(topic: string): boolean {
    return this.#last.has(topic);
  }

  /** Starts `work`, which never rejects, once the earlier work of its topic has ended. */
  add(topic: string, work: () => Promise<void>): void {
    this.#waiting += 1;
    const ended = this.#runAfter(this.#last.get(topic), work).finally(() => {
      if (this.#last.get(topic) === ended) this.#last.delete(topic);
    });
    this.#last.set(topic, ended);
  }

  async #runAfter(last: Promise<void> | undefined, work: () => Promise<void>): Promise<void> {
    await last;
    this.#waiting -= 1;
    await work();
  }
}
