import { availableParallelism, loadavg } from 'node:os';
import type { Operation } from './operations.ts';
import type { Measured } from './round.ts';

/** The measurements of one operation at one number of clients, one per round. */
export interface Series {
  readonly operation: Operation;
  readonly clients: number;
  readonly rest: Measured['rest'][];
  readonly pgbench: Measured['pgbench'][];
  /** Empty unless @supabase/lite was measured. */
  readonly lites: NonNullable<Measured['lite']>[];
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1 + (sorted.length % 2)], sorted[middle]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** Returns the number of processors and their load, for comparing measurements. */
export function machineLoad(): string {
  return `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1) ?? '?'}`;
}

/** Returns the number that this share of all numbers doesn't exceed. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

function cells({ operation, clients, rest, pgbench, lites }: Series): string[] {
  // Both sides of a round ran under the same conditions, so ratios are taken within it.
  const ratios = rest.map(
    (one, round) => one.perSecond / (pgbench[round]?.perSecond ?? Number.NaN),
  );
  return [
    operation.name,
    String(clients),
    median(rest.map((one) => one.perSecond)).toFixed(0),
    median(pgbench.map((one) => one.perSecond)).toFixed(0),
    (100 * median(ratios)).toFixed(1),
    median(rest.map((one) => one.costMs)).toFixed(2),
    median(pgbench.map((one) => one.costMs)).toFixed(2),
    (
      100 * median(pgbench.map((one, round) => one.costMs / (rest[round]?.costMs ?? Number.NaN)))
    ).toFixed(1),
    median(rest.map((one) => one.p50Ms)).toFixed(2),
    median(rest.map((one) => one.p95Ms)).toFixed(2),
    ...liteCells(rest, lites),
  ];
}

type Lite = Series['lites'][number];

/** Returns rate and cost of reads by @supabase/lite, and by how many times ours are better. */
function liteCells(rest: Series['rest'], lites: readonly Lite[]): string[] {
  if (lites.length === 0) return ['–', '–', '–', '–'];
  const ratio = (of: (one: Lite, round: number) => number) => median(lites.map(of)).toFixed(1);
  return [
    median(lites.map((one) => one.perSecond)).toFixed(0),
    median(lites.map((one) => one.costMs)).toFixed(2),
    ratio((one, round) => (rest[round]?.perSecond ?? Number.NaN) / one.perSecond),
    ratio((one, round) => one.costMs / (rest[round]?.costMs ?? Number.NaN)),
  ];
}

const headers = [
  'op',
  'clients',
  'rest/s',
  'pgbench/s',
  'ratio %',
  'cost ms',
  'pgbench ms',
  'cost ratio %',
  'p50 ms',
  'p95 ms',
  'lite/s',
  'lite ms',
  'times',
  'cheaper',
];

/** Renders the medians over the rounds. */
export function table(series: readonly Series[]): string {
  return aligned([headers, ...series.map(cells)]);
}

/** Aligns rows of cells, the first column to the left, numbers to the right. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
