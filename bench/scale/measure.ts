import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { quantile } from '../report.ts';

/** One run of a statement. */
interface Run {
  /** Milliseconds from the query to its last row, over a local socket. */
  readonly time: number;
  /** CPU milliseconds of the connection's process; NaN if the system doesn't report them. */
  readonly cost: number;
  readonly rows: number;
  /** The parameters, for the report. */
  readonly parameters: string;
}

/** Percentiles of several runs, in milliseconds. */
export interface Measured {
  readonly name: string;
  readonly p50: number;
  readonly p95: number;
  readonly cost50: number;
  readonly cost95: number;
  /** Mean number of rows. */
  readonly rows: number;
  /** The parameters of the slowest run. */
  readonly slowest: string;
  readonly runs: readonly Run[];
}

/** Returns the CPU milliseconds that a process has used. Linux reports nanoseconds. */
function backendCpuMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** Computes the percentiles of several runs. */
export function summarize(name: string, runs: readonly Run[]): Measured {
  const times = runs.map(({ time }) => time);
  const costs = runs.map(({ cost }) => cost);
  const longest = Math.max(...times);
  return {
    name,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    cost50: quantile(costs, 0.5),
    cost95: quantile(costs, 0.95),
    rows: runs.reduce((sum, { rows }) => sum + rows, 0) / runs.length,
    slowest: runs.find(({ time }) => time === longest)?.parameters ?? '',
    runs,
  };
}

/** Measures `count` runs of `work`, which returns the number of rows and the parameters. */
export async function measureRuns(
  client: Client,
  name: string,
  count: number,
  work: (run: number) => Promise<{ readonly rows: number; readonly parameters: string }>,
): Promise<Measured> {
  const { rows: backend } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = backend[0]?.pid ?? 0;
  const runs: Run[] = [];
  for (let run = 0; run < count; run += 1) {
    const costBefore = backendCpuMs(pid);
    const start = performance.now();
    const result = await work(run);
    const time = performance.now() - start;
    runs.push({ ...result, time, cost: backendCpuMs(pid) - costBefore });
  }
  return summarize(name, runs);
}

/** Measures a statement with each list of parameters in turn. Warms up with the first five. */
export async function measure(
  client: Client,
  name: string,
  statement: string,
  values: readonly (readonly (string | null)[])[],
  runs = 50,
): Promise<Measured> {
  for (const parameters of values.slice(0, 5)) await client.query(statement, [...parameters]);
  return measureRuns(client, name, runs, async (run) => {
    const parameters = values[run % values.length] ?? [];
    const { rows } = await client.query(statement, [...parameters]);
    return { rows: rows.length, parameters: parameters.join(' | ').slice(0, 60) };
  });
}
