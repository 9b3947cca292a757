import { describe, expect, test } from 'vitest';
import { compareTexts, type SideLine } from './compare-texts.ts';

/** Returns a side as text, with changed words in brackets. */
function render(line: SideLine | null): string | null {
  if (!line) return null;
  return line.segments.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('');
}

function rowsOf(before: string, after: string): (string | null)[][] {
  return compareTexts(before, after).rows.map((row) => [render(row.before), render(row.after)]);
}

describe('compareTexts', () => {
  test('returns no change for equal texts', () => {
    const { changes, rows } = compareTexts('a\nb', 'a\nb');
    expect(changes).toBe(0);
    expect(rows.every((row) => !row.changed)).toBe(true);
  });

  test('marks a changed word on both sides', () => {
    expect(rowsOf('Act as a Linux terminal.', 'Act as a Unix terminal.')).toEqual([
      ['Act as a [Linux] terminal.', 'Act as a [Unix] terminal.'],
    ]);
  });

  test('shows an added line beside nothing', () => {
    expect(rowsOf('one\nthree\n', 'one\ntwo\nthree\n')).toEqual([
      ['one', 'one'],
      [null, '[two]'],
      ['three', 'three'],
    ]);
  });

  test('leaves the last line unchanged when a line is added below it or removed', () => {
    const changedRows = (before: string, after: string) =>
      compareTexts(before, after).rows.map(({ changed }) => changed);
    expect(changedRows('one\ntwo', 'one\ntwo\nthree')).toEqual([false, false, true]);
    expect(changedRows('one\ntwo', 'one')).toEqual([false, true]);
  });

  test('counts an added line break at the end as a change', () => {
    expect(compareTexts('one\ntwo', 'one\ntwo\n').changes).toBe(1);
  });

  test('marks lines without common words whole', () => {
    expect(rowsOf('the first of these', 'zebra quagga okapi')).toEqual([
      ['[the first of these]', '[zebra quagga okapi]'],
    ]);
  });

  test('numbers the lines of each side', () => {
    const { rows } = compareTexts('a\nb\n', 'a\nx\ny\nb\n');
    expect(rows.map((row) => [row.before?.number, row.after?.number])).toEqual([
      [1, 1],
      [undefined, 2],
      [undefined, 3],
      [2, 4],
    ]);
  });

  test('compares with an empty text', () => {
    expect(rowsOf('word', '')).toEqual([['[word]', null]]);
    expect(rowsOf('', 'word')).toEqual([[null, '[word]']]);
  });
});

test('compareTexts counts neighbouring lines as one change, and marks its first row', () => {
  const { changes, rows } = compareTexts('a\nb\nc\nd\ne\n', 'A\nB\nc\nd\nE\n');
  expect(changes).toBe(2);
  expect(rows.map((row) => row.changeStart)).toEqual([0, null, null, null, 1]);
});

test('compareTexts keeps the whole text of each side', () => {
  const before = 'Hello {{name}},\n\nplease  write\ta poem 🙂\n第二行';
  const after = 'Hello {{name}}!\nplease write a long poem\n\n第三行\n';
  const { rows } = compareTexts(before, after);
  const read = (side: 'before' | 'after') =>
    rows.flatMap((row) => row[side]?.segments.map(({ text }) => text).join('') ?? []).join('\n');
  expect(read('before')).toBe(before);
  expect(`${read('after')}\n`).toBe(after);
});

test('compareTexts compares two long texts without common lines', () => {
  const before = Array.from({ length: 20_000 }, (_, index) => `line ${index}`).join('\n');
  const after = Array.from({ length: 20_000 }, (_, index) => `row ${index * 7}`).join('\n');
  expect(compareTexts(before, after).changes).toBe(1);
});
