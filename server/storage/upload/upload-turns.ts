/** The most uploads of a sender at once: each may take as much room as a file, beyond any quota. */
const maxAtOnce = 20;

/** Stores a limited number of uploads of each sender at once. The bytes of others wait to be read. */
export class UploadTurns {
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Runs `store` in turn with other uploads of a sender; null has no limit. */
  async run<Result>(sender: string | null, store: () => Promise<Result>): Promise<Result> {
    if (sender === null) return store();
    await this.#begin(sender);
    try {
      return await store();
    } finally {
      this.#end(sender);
    }
  }

  async #begin(sender: string): Promise<void> {
    const count = this.#counts.get(sender) ?? 0;
    if (count < maxAtOnce) {
      this.#counts.set(sender, count + 1);
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(sender) ?? [];
    this.#waiting.set(sender, waiting);
    waiting.push(resolve);
    await promise;
  }

  #end(sender: string): void {
    const waiting = this.#waiting.get(sender) ?? [];
    const next = waiting.shift();
    if (waiting.length === 0) this.#waiting.delete(sender);
    const count = this.#counts.get(sender) ?? 1;
    if (next !== undefined) next();
    else if (count > 1) this.#counts.set(sender, count - 1);
    else this.#counts.delete(sender);
  }
}
