import type { ComparedRow } from './compare-texts.ts';

export interface Stretch {
  /** The index of the first row, which identifies the stretch. */
  readonly from: number;
  readonly rows: readonly ComparedRow[];
  /** Whether it is far from any change, and hidden until opened. */
  readonly folded: boolean;
}

/** The number of unchanged lines shown beside a change. */
const contextLines = 3;
/** The fewest lines worth folding. */
const minFolded = 6;

/**
 * Splits a comparison into stretches, and folds unchanged ones except for some lines of context.
 */
export function collapseUnchanged(rows: readonly ComparedRow[]): Stretch[] {
  const near = rows.map(() => false);
  rows.forEach((row, index) => {
    if (!row.changed) return;
    near.fill(true, Math.max(0, index - contextLines), index + contextLines + 1);
  });
  const stretches: Stretch[] = [];
  let from = 0;
  for (let index = 1; index <= rows.length; index += 1) {
    if (index < rows.length && near[index] === near[from]) continue;
    const folded = near[from] === false && index - from >= minFolded;
    stretches.push({ from, rows: rows.slice(from, index), folded });
    from = index;
  }
  return stretches;
}
