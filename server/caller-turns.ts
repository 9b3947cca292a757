/** Runs a limited number of tasks of each caller at once; the others wait in their order. */
export class CallerTurns {
  readonly #maxAtOnce: number;
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(maxAtOnce: number) {
    this.#maxAtOnce = maxAtOnce;
  }

  /** Runs a task in turn with others of its caller; null has no limit. */
  async run<Result>(caller: string | null, task: () => Promise<Result>): Promise<Result> {
    if (caller === null) return task();
    await this.#begin(caller);
    try {
      return await task();
    } finally {
      this.#end(caller);
    }
  }

  async #begin(caller: string): Promise<void> {
    const count = this.#counts.get(caller) ?? 0;
    if (count < this.#maxAtOnce) {
      this.#counts.set(caller, count + 1);
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(caller) ?? [];
    this.#waiting.set(caller, waiting);
    waiting.push(resolve);
    await promise;
  }

  #end(caller: string): void {
    const waiting = this.#waiting.get(caller) ?? [];
    const next = waiting.shift();
    if (waiting.length === 0) this.#waiting.delete(caller);
    const count = this.#counts.get(caller) ?? 1;
    if (next !== undefined) next();
    else if (count > 1) this.#counts.set(caller, count - 1);
    else this.#counts.delete(caller);
  }
}
