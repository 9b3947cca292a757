import type { Operation } from './operations.ts';
import type { BareRates } from './pgbench.ts';
import type { RestRates } from './wrk.ts';

/** One operation at one number of clients: what each round gave. */
export interface Series {
  readonly operation: Operation;
  readonly clients: number;
  readonly rest: RestRates[];
  readonly bare: BareRates[];
  /** Empty where @supabase/lite was not measured beside. */
  readonly lites: RestRates[];
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
    median(rest.map((one) => one.p50Ms)).toFixed(2),
    median(rest.map((one) => one.p95Ms)).toFixed(2),
    ...beside(rest, lites),
  ];
}

/** How many reads @supabase/lite gave, and how many times as many were ours. */
function beside(rest: readonly RestRates[], lites: readonly RestRates[]): string[] {
  if (lites.length === 0) return ['–', '–'];
  const times = rest.map((one, round) => one.perSecond / (lites[round]?.perSecond ?? Number.NaN));
  return [median(lites.map((one) => one.perSecond)).toFixed(0), median(times).toFixed(1)];
}

const heads = [
  'op',
  'clients',
  'rest/s',
  'pgbench/s',
  'ratio %',
  'p50 ms',
  'p95 ms',
  'lite/s',
  'times',
];

/** The table: medians over the rounds. */
export function table(series: readonly Series[]): string {
  const rows = [heads, ...series.map(cells)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
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
