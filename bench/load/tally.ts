import { aligned } from '../report.ts';

interface Kind {
  readonly times: number[];
  /** Requests that were asked more than once. */
  again: number;
}

/** What became of the requests of one run, by kind. */
export class Tally {
  readonly #kinds = new Map<string, Kind>();
  /** What a person would have seen as an error. */
  readonly errors: string[] = [];

  answered(name: string, tookMs: number, tries: number): void {
    let kind = this.#kinds.get(name);
    if (kind === undefined) this.#kinds.set(name, (kind = { times: [], again: 0 }));
    kind.times.push(tookMs);
    if (tries > 0) kind.again += 1;
  }

  get requests(): number {
    return [...this.#kinds.values()].reduce((sum, { times }) => sum + times.length, 0);
  }

  /** Requests that got their answer at the second try or later. */
  get again(): number {
    return [...this.#kinds.values()].reduce((sum, kind) => sum + kind.again, 0);
  }

  table(): string {
    const rows = [...this.#kinds].map(([name, { times, again }]) => {
      const sorted = [...times].sort((a, b) => a - b);
      const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1);
      return [name, String(times.length), at(0.5), at(0.95), at(0.99), at(1), String(again)];
    });
    return aligned([
      ['kind', 'requests', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'again'],
      ...rows,
    ]);
  }
}
