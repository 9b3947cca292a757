const maxStatements = 2_000;
/** Longer texts are rare, and would take too much memory. */
const maxTextLength = 16 * 1024;
/** One very long run, such as one that waited for a lock, doesn't mark a statement for long. */
const maxRecordedMs = 1_000;
const newestShare = 1 / 4;

/** How long statements took lately, over all connections: a moving average. */
export class StatementDurations {
  readonly #byText = new Map<string, number>();

  /** Returns undefined for a statement that has not run. */
  get(text: string): number | undefined {
    return this.#byText.get(text);
  }

  record(text: string, durationMs: number): void {
    if (text.length > maxTextLength) return;
    const newest = Math.min(durationMs, maxRecordedMs);
    const before = this.#byText.get(text);
    if (before === undefined && this.#byText.size >= maxStatements) this.#byText.clear();
    this.#byText.set(
      text,
      before === undefined ? newest : before + (newest - before) * newestShare,
    );
  }
}
