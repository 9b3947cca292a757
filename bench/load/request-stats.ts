import { aligned, quantile } from '../report.ts';

interface KindStats {
  readonly times: number[];
  /** Requests that succeeded after a retry. */
  retried: number;
}

/** Times and retries of the requests of one run, by kind. */
export class RequestStats {
  readonly #kinds = new Map<string, KindStats>();
  /** Errors that a person would have seen. */
  readonly errors: string[] = [];
  /** Responses after which a request was tried again, and their numbers. */
  readonly refusals = new Map<string, number>();

  refuse(message: string): void {
    this.refusals.set(message, (this.refusals.get(message) ?? 0) + 1);
  }

  record(name: string, durationMs: number, retries: number): void {
    let kind = this.#kinds.get(name);
    if (kind === undefined) this.#kinds.set(name, (kind = { times: [], retried: 0 }));
    kind.times.push(durationMs);
    if (retries > 0) kind.retried += 1;
  }

  get requests(): number {
    return [...this.#kinds.values()].reduce((sum, { times }) => sum + times.length, 0);
  }

  /** Number of requests that succeeded after a retry. */
  get retried(): number {
    return [...this.#kinds.values()].reduce((sum, kind) => sum + kind.retried, 0);
  }

  table(): string {
    const rows = [...this.#kinds].map(([name, { times, retried }]) => {
      const shares = [0.5, 0.95, 0.99, 1].map((share) => quantile(times, share).toFixed(1));
      return [name, String(times.length), ...shares, String(retried)];
    });
    return aligned([
      ['kind', 'requests', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'retried'],
      ...rows,
    ]);
  }
}
