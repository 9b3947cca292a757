import { expect, test } from 'vitest';
import { compareTexts } from './compare-texts.ts';
import { collapseUnchanged } from './collapse-unchanged.ts';

function lines(count: number, changed?: number): string {
  return Array.from({ length: count }, (_, index) =>
    index === changed ? 'something else' : `line ${index}`,
  ).join('\n');
}

test('collapseUnchanged leaves three lines of context beside a change', () => {
  const { rows } = compareTexts(lines(40), lines(40, 20));
  const stretches = collapseUnchanged(rows);
  expect(stretches.map(({ rows: { length }, folded }) => [length, folded])).toEqual([
    [17, true],
    [7, false],
    [16, true],
  ]);
  expect(stretches.flatMap((stretch) => stretch.rows)).toEqual(rows);
});

test('collapseUnchanged folds no short text', () => {
  const { rows } = compareTexts(lines(8), lines(8, 0));
  expect(collapseUnchanged(rows).some((stretch) => stretch.folded)).toBe(false);
});

test('collapseUnchanged returns no stretches without rows', () => {
  expect(collapseUnchanged([])).toEqual([]);
});
