import { expect, it } from 'vitest';
import { normalize } from './normalize.ts';

const after = '\u0315';
const before = '\u0300';

it('composes and sorts as usual', () => {
  const usual = [
    'Zoe\u0308',
    'ﷲ ｶﾞ',
    'क़लम',
    'Tiê\u0301ng Viê\u0323t',
    `a${after.repeat(30)}`,
    '\u034f',
  ];
  for (const text of usual) {
    expect(normalize(text, 'NFC')).toBe(text.normalize('NFC'));
    expect(normalize(text, 'NFKC')).toBe(text.normalize('NFKC'));
  }
});

it('sorts at most 30 marks at once', () => {
  const text = `a${after.repeat(40)}${before}`;
  const normalized = `a${after.repeat(30)}\u034f${before}${after.repeat(10)}`;
  expect(normalize(text, 'NFC')).toBe(normalized);
  expect(normalize(normalized, 'NFC')).toBe(normalized);
});

it('knows each mark that is sorted', () => {
  const missed = [];
  for (let code = 0x80; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    const [mark = ''] = character.normalize('NFKD');
    const pairs = [`${mark}\u0334`, `\u0345${mark}`];
    if (pairs.every((pair) => pair.normalize('NFKD') === pair)) continue;
    if (!normalize(`x${character.repeat(31)}`, 'NFKC').includes('\u034f')) missed.push(code);
  }
  expect(missed).toEqual([]);
});

it('takes no longer for marks in a long run than for letters', () => {
  // Without limit, these would take minutes.
  const text = `a${after.repeat(150_000)}${before.repeat(150_000)}`;
  expect(normalize(text, 'NFKC')).toHaveLength(text.length + 9_999);
});
