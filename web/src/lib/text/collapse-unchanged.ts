import type { ComparedRow } from './compare-texts.ts';

export interface Stretch {
  /** Position of the first row; names the stretch. */
  readonly from: number;
  readonly rows: readonly ComparedRow[];
  /** Far from any change: hidden until asked for. */
  readonly folded: boolean;
}

/** So many unchanged lines stay in sight beside a change. */
const context = 3;
/** Fewer hidden lines than this are not worth a fold. */
const least = 6;

/** Cuts a comparison into stretches; the ones in which nothing changed are folded, but for some lines of context. */
export function collapseUnchanged(rows: readonly ComparedRow[]): Stretch[] {
  const near = rows.map(() => false);
  rows.forEach((row, index) => {
    if (!row.changed) return;
    near.fill(true, Math.max(0, index - context), index + context + 1);
  });
  const stretches: Stretch[] = [];
  let from = 0;
  for (let index = 1; index <= rows.length; index += 1) {
    if (index < rows.length && near[index] === near[from]) continue;
    const folded = near[from] === false && index - from >= least;
    stretches.push({ from, rows: rows.slice(from, index), folded });
    from = index;
  }
  return stretches;
}
