import { setTimeout as pause } from 'node:timers/promises';
import { type ClientConfig, Pool } from 'pg';
import { promptId } from '../seed-ids.ts';

const connections = 8;
const tickMs = 10;

/** Writes of one run. */
export interface Writes {
  /** The time of each commit, in milliseconds since 1970, by the write's number. */
  readonly committedAtMs: ReadonlyMap<number, number>;
  /** The duration of each write, without the wait for a connection. */
  readonly ms: readonly number[];
}

/** Changes prompts at a steady rate. The number of a write becomes the title. */
export class ChangeWriter {
  readonly #pool: Pool;
  /** Process ids of PostgreSQL for the connections that write. */
  readonly pids: readonly number[];
  readonly #prompts: number;
  #count = 0;

  private constructor(pool: Pool, pids: readonly number[], prompts: number) {
    this.#pool = pool;
    this.pids = pids;
    this.#prompts = prompts;
  }

  /** Connects. The first `prompts` prompts are changed in turn. */
  static async open(login: ClientConfig, prompts: number): Promise<ChangeWriter> {
    const pool = new Pool({ ...login, max: connections, idleTimeoutMillis: 0 });
    const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
    const results = await Promise.all(
      clients.map((client) => client.query<{ pid: number }>('select pg_backend_pid() as pid')),
    );
    for (const client of clients) client.release();
    const pids = results.flatMap(({ rows }) => rows.map(({ pid }) => pid));
    return new ChangeWriter(pool, pids, prompts);
  }

  /** Starts as many writes as are due, whether or not earlier ones have ended. */
  async write(seconds: number, perSecond: number): Promise<Writes> {
    const writes = { committedAtMs: new Map<number, number>(), ms: [] as number[] };
    const start = performance.now();
    const started: Promise<void>[] = [];
    for (let elapsedMs = 0; elapsedMs < seconds * 1_000;) {
      const due = Math.floor((elapsedMs / 1_000) * perSecond);
      while (started.length < due) started.push(this.#writeOne(writes));
      await pause(tickMs);
      elapsedMs = performance.now() - start;
    }
    await Promise.all(started);
    return writes;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #writeOne(writes: { committedAtMs: Map<number, number>; ms: number[] }): Promise<void> {
    this.#count += 1;
    const number = this.#count;
    const client = await this.#pool.connect();
    const start = performance.now();
    await client.query({
      name: 'change',
      text: 'update public.prompts set title = $2 where id = $1',
      values: [promptId(number % this.#prompts), String(number)],
    });
    const end = performance.now();
    client.release();
    writes.ms.push(end - start);
    writes.committedAtMs.set(number, performance.timeOrigin + end);
  }
}
