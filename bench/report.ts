import type { Operation } from './operations.ts';
import type { Measured } from './round.ts';

/** One operation at one number of clients: what each round gave. */
export interface Series {
  readonly operation: Operation;
  readonly clients: number;
  readonly rest: Measured['rest'][];
  readonly bare: Measured['bare'][];
  /** Empty where @supabase/lite was not measured beside. */
  readonly lites: NonNullable<Measured['lite']>[];
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1 + (sorted.length % 2)], sorted[middle]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

function cells({ operation, clients, rest, bare, lites }: Series): string[] {
  // The two halves of a round saw the same machine: the ratio is taken within it.
  const ratios = rest.map((one, round) => one.perSecond / (bare[round]?.perSecond ?? Number.NaN));
  return [
    operation.name,
    String(clients),
    median(rest.map((one) => one.perSecond)).toFixed(0),
    median(bare.map((one) => one.perSecond)).toFixed(0),
    (100 * median(ratios)).toFixed(1),
    median(rest.map((one) => one.costMs)).toFixed(2),
    median(bare.map((one) => one.costMs)).toFixed(2),
    (
      100 * median(bare.map((one, round) => one.costMs / (rest[round]?.costMs ?? Number.NaN)))
    ).toFixed(1),
    median(rest.map((one) => one.p50Ms)).toFixed(2),
    median(rest.map((one) => one.p95Ms)).toFixed(2),
    ...beside(rest, lites),
  ];
}

type Lite = Series['lites'][number];

/** How many reads @supabase/lite gave and what they cost it; how many times as many ours were, and as cheap. */
function beside(rest: Series['rest'], lites: readonly Lite[]): string[] {
  if (lites.length === 0) return ['–', '–', '–', '–'];
  const times = (of: (one: Lite, round: number) => number) => median(lites.map(of)).toFixed(1);
  return [
    median(lites.map((one) => one.perSecond)).toFixed(0),
    median(lites.map((one) => one.costMs)).toFixed(2),
    times((one, round) => (rest[round]?.perSecond ?? Number.NaN) / one.perSecond),
    times((one, round) => one.costMs / (rest[round]?.costMs ?? Number.NaN)),
  ];
}

const heads = [
  'op',
  'clients',
  'rest/s',
  'pgbench/s',
  'ratio %',
  'cost ms',
  'bare ms',
  'cost ratio %',
  'p50 ms',
  'p95 ms',
  'lite/s',
  'lite ms',
  'times',
  'cheaper',
];

/** The table: medians over the rounds. */
export function table(series: readonly Series[]): string {
  return aligned([heads, ...series.map(cells)]);
}

/** Rows of cells under each other: the first column to the left, numbers to the right. */
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
