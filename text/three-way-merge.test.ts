import { describe, expect, test } from 'vitest';
import { conflictsIn, mergedText, mergeTexts } from './three-way-merge.ts';

const base = 'Act as a guide.\nBe short.\nAnswer in English.\n';

describe('mergeTexts with a change of one side', () => {
  test('takes the change, also when both made it', () => {
    const changed = base.replace('short', 'brief');
    for (const [mine, theirs] of [
      [changed, base],
      [base, changed],
      [changed, changed],
    ] as const) {
      expect(mergedText(mergeTexts(base, mine, theirs))).toBe(changed);
    }
  });
});

describe('mergeTexts with changes of both sides', () => {
  test('merges different lines', () => {
    const chunks = mergeTexts(
      base,
      base.replace('guide', 'pilot'),
      base.replace('English', 'French'),
    );
    expect(conflictsIn(chunks)).toEqual([]);
    expect(mergedText(chunks)).toBe('Act as a pilot.\nBe short.\nAnswer in French.\n');
  });

  test('merges different words of one line', () => {
    const chunks = mergeTexts('one two three four', 'ONE two three four', 'one two three FOUR');
    expect(mergedText(chunks)).toBe('ONE two three FOUR');
  });

  test('reports a conflict for the same words, and accepts each resolution', () => {
    const chunks = mergeTexts(base, base.replace('short', 'brief'), base.replace('short', 'long'));
    expect(conflictsIn(chunks)).toEqual([
      { kind: 'conflict', base: 'Be short.\n', mine: 'Be brief.\n', theirs: 'Be long.\n' },
    ]);
    expect(mergedText(chunks)).toContain('Be brief.\nBe long.\n');
    expect(mergedText(chunks, ['mine'])).toBe(base.replace('short', 'brief'));
    expect(mergedText(chunks, ['theirs'])).toBe(base.replace('short', 'long'));
  });

  test('reports a conflict when one side deleted what the other changed', () => {
    const chunks = mergeTexts(base, base.replace('Be short.\n', ''), base.replace('short', 'long'));
    expect(conflictsIn(chunks)).toHaveLength(1);
    expect(mergedText(chunks)).toContain('Be long.');
  });

  test('keeps both texts written into an empty one', () => {
    expect(mergedText(mergeTexts('', 'mine', 'theirs'))).toBe('mine\ntheirs');
  });
});

test('mergeTexts loses no text: the chunks contain every side after random edits', () => {
  const random = seeded(7);
  for (let round = 0; round < 3_000; round += 1) {
    const start = randomText(random);
    const mine = edit(start, random);
    const theirs = edit(start, random);
    const chunks = mergeTexts(start, mine, theirs);
    expect(chunks.map((chunk) => chunk.base).join('')).toBe(start);
    expect(chunks.map((chunk) => chunk.mine).join('')).toBe(mine);
    expect(chunks.map((chunk) => chunk.theirs).join('')).toBe(theirs);
    expect(mergedText(mergeTexts(start, mine, start))).toBe(mine);
    expect(mergedText(mergeTexts(start, start, theirs))).toBe(theirs);
    const merged = mergedText(chunks);
    const kept = chunks.flatMap((chunk) => [
      chunk.kind === 'theirs' ? '' : chunk.mine,
      chunk.kind === 'mine' ? '' : chunk.theirs,
    ]);
    expect(kept.filter((text) => !merged.includes(text))).toEqual([]);
  }
});

const vocabulary = ['act', 'as', 'a', 'guide', '{{name}}', ' ', ' ', '\n', '\n', '🙂', 'é', '.'];

function randomText(random: () => number): string {
  const length = Math.floor(random() * 30);
  return Array.from({ length }, () => pick(vocabulary, random)).join('');
}

function edit(text: string, random: () => number): string {
  let edited = text;
  for (let times = Math.floor(random() * 4); times > 0; times -= 1) {
    const from = Math.floor(random() * (edited.length + 1));
    const to = Math.min(edited.length, from + Math.floor(random() * 6));
    edited = edited.slice(0, from) + pick([...vocabulary, 'new', ''], random) + edited.slice(to);
  }
  return edited;
}

function pick(from: readonly string[], random: () => number): string {
  return from[Math.floor(random() * from.length)] ?? '';
}

/** Returns a seeded random generator, so that a failure can be repeated. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
