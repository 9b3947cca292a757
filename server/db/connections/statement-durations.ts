const maxStatements = 2_000;
/** Longer texts are rare, and would take too much memory. */
const maxTextLength = 16 * 1024;
/** One very long run, such as one that waited for a lock, counts as one of this length. */
const maxRecordedMs = 1_000;
/** The shares of a new duration in the average. */
const shorterShare = 1 / 2;
const longerShare = { steady: 1 / 16, variable: 1 / 4 };

/**
 * How long statements usually take, over all connections: a moving average that follows short runs
 * faster than long ones, since on a busy machine everything takes longer.
 */
export class StatementDurations {
  readonly #byText = new Map<string, number>();

  /** Returns undefined for a statement that has not run. */
  get(text: string): number | undefined {
    return this.#byText.get(text);
  }

  /** `isSteady` says that the duration hardly depends on the values of the statement. */
  record(text: string, durationMs: number, isSteady: boolean): void {
    if (text.length > maxTextLength) return;
    const newest = Math.min(durationMs, maxRecordedMs);
    const before = this.#byText.get(text);
    if (before === undefined) {
      if (this.#byText.size >= maxStatements) this.#byText.clear();
      this.#byText.set(text, newest);
      return;
    }
    const longer = isSteady ? longerShare.steady : longerShare.variable;
    const share = newest < before ? shorterShare : longer;
    this.#byText.set(text, before + (newest - before) * share);
  }
}
