import { readFileSync } from 'node:fs';
import type { Client } from 'pg';

/** One request. */
interface Run {
  /** Milliseconds from asking to the last row, over a socket of this machine. */
  readonly time: number;
  /** The same in processor time of the connection's process, which hardly depends on what else the machine does; NaN where it is not told. */
  readonly cost: number;
  readonly rows: number;
  /** What it asked for. */
  readonly about: string;
}

/** What some requests took, in milliseconds; {@link Run}. */
export interface Measured {
  readonly name: string;
  readonly p50: number;
  readonly p95: number;
  readonly cost50: number;
  readonly cost95: number;
  /** Rows that came, on average. */
  readonly rows: number;
  /** What the slowest asked for. */
  readonly slowest: string;
  readonly runs: readonly Run[];
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Milliseconds that a process has had of a processor; Linux tells them to the nanosecond. */
function processorTime(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** What several measurements are together. */
export function summary(name: string, runs: readonly Run[]): Measured {
  const times = runs.map(({ time }) => time).sort((a, b) => a - b);
  const costs = runs.map(({ cost }) => cost).sort((a, b) => a - b);
  return {
    name,
    p50: at(times, 0.5),
    p95: at(times, 0.95),
    cost50: at(costs, 0.5),
    cost95: at(costs, 0.95),
    rows: runs.reduce((sum, { rows }) => sum + rows, 0) / runs.length,
    slowest: runs.find(({ time }) => time === times.at(-1))?.about ?? '',
    runs,
  };
}

/** Does something so many times, and says what it took; `work` gives how many rows came, and what it was about. */
export async function measureRuns(
  client: Client,
  name: string,
  count: number,
  work: (run: number) => Promise<{ readonly rows: number; readonly about: string }>,
): Promise<Measured> {
  const { rows: backend } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = backend[0]?.pid ?? 0;
  const runs: Run[] = [];
  for (let run = 0; run < count; run += 1) {
    const used = processorTime(pid);
    const start = performance.now();
    const result = await work(run);
    const time = performance.now() - start;
    runs.push({ ...result, time, cost: processorTime(pid) - used });
  }
  return summary(name, runs);
}

/** Runs a statement with each of the values in turn, after one warming round over five of them. */
export async function measure(
  client: Client,
  name: string,
  statement: string,
  values: readonly (readonly (string | null)[])[],
  runs = 50,
): Promise<Measured> {
  for (const some of values.slice(0, 5)) await client.query(statement, [...some]);
  return measureRuns(client, name, runs, async (run) => {
    const some = values[run % values.length] ?? [];
    const { rows } = await client.query(statement, [...some]);
    return { rows: rows.length, about: some.join(' | ').slice(0, 60) };
  });
}
