import { describe, expect, it } from 'vitest';
import { splitIntoBlocks, type Run } from './text-blocks.ts';

const plain = (text: string): Run<'chip'>[] => [{ text, mark: 'none' }];
const joined = (blocks: ReturnType<typeof splitIntoBlocks>) =>
  blocks.map(({ runs }) => runs.map(({ text }) => text).join(''));

const long: readonly (readonly [string, string])[] = [
  ['short lines', 'Say what you see, then what follows.\n'.repeat(2_000)],
  ['one line of words', 'word '.repeat(20_000)],
  ['one line without spaces', 'x'.repeat(50_000)],
  ['pairs of code units', '🍋'.repeat(25_000)],
  ['empty lines', '\n'.repeat(30_000)],
];

describe('splitIntoBlocks', () => {
  it.each(long)('splits %s into short blocks that join to the same text', (_name, text) => {
    const blocks = joined(splitIntoBlocks(plain(text)));
    expect(blocks.join('')).toBe(text);
    expect(blocks.length).toBeGreaterThan(5);
    for (const block of blocks) {
      expect(block.length).toBeLessThanOrEqual(8_000);
      expect(block).toBe(block.toWellFormed());
    }
  });

  it('ends every block with a line break', () => {
    const blocks = joined(splitIntoBlocks(plain('Say what you see.\n'.repeat(1_000))));
    expect(blocks.every((block) => block.endsWith('\n'))).toBe(true);
  });

  it('keeps marked runs whole and in order', () => {
    const runs = Array.from({ length: 3_000 }, (_, index): Run<'chip'> => {
      return index % 2 === 0
        ? { text: `Line ${index}\nsays `, mark: 'none' }
        : { text: `{{name ${index}}}`, mark: 'chip' };
    });
    const blocks = splitIntoBlocks(runs);
    const marked = blocks.flatMap(({ runs: each }) => each.filter(({ mark }) => mark === 'chip'));
    expect(marked).toEqual(runs.filter(({ mark }) => mark === 'chip'));
    expect(joined(blocks).join('')).toBe(runs.map(({ text }) => text).join(''));
  });

  it('returns one block for a short text', () => {
    expect(splitIntoBlocks(plain('Say what you see.\nThen stop.'))).toEqual([
      { runs: [{ text: 'Say what you see.\nThen stop.', mark: 'none' }], lines: 2 },
    ]);
  });
});
