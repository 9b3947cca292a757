import { expect, test } from 'vitest';
import { compareTexts } from './compare-texts.ts';
import { collapseUnchanged } from './collapse-unchanged.ts';

function lines(count: number, changed?: number): string {
  return Array.from({ length: count }, (_, index) =>
    index === changed ? 'something else' : `line ${index}`,
  ).join('\n');
}

test('three lines of context stay beside a change', () => {
  const { rows } = compareTexts(lines(40), lines(40, 20));
  const stretches = collapseUnchanged(rows);
  expect(stretches.map(({ rows: { length }, folded }) => [length, folded])).toEqual([
    [17, true],
    [7, false],
    [16, true],
  ]);
  expect(stretches.flatMap((stretch) => stretch.rows)).toEqual(rows);
});

test('a short text is not folded', () => {
  const { rows } = compareTexts(lines(8), lines(8, 0));
  expect(collapseUnchanged(rows).some((stretch) => stretch.folded)).toBe(false);
});

test('no rows, no stretches', () => {
  expect(collapseUnchanged([])).toEqual([]);
});
