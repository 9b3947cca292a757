import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isShallow, parseSmallJson } from './parse-json.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

it.each([
  ['is none', '{"a":', undefined],
  ['is small', '{"a":[1,2]}', { a: [1, 2] }],
  ['has 20,001 values', `[${'1,'.repeat(20_000)}1]`, undefined],
  ['has many commas in a text', `["${','.repeat(30_000)}"]`, [','.repeat(30_000)]],
  ['is nested 501 levels deep', nested(501), undefined],
  ['has many brackets in a text', `["${nested(501)}"]`, [nested(501)]],
])('parses JSON of a small request only: it %s', async (_, text, value) => {
  expect(await parseSmallJson(text)).toEqual(value);
});

it('allows 500 levels, or as many as are asked for', () => {
  expect([500, 501].map((levels) => isShallow(nested(levels)))).toEqual([true, false]);
  expect([2, 3].map((levels) => isShallow(nested(levels), 2))).toEqual([true, false]);
});

// Thirty of eleven megabytes in one turn kept other people's requests waiting for fourteen seconds.
it.each([
  ['long texts in a turn of the event loop each', 300_000, 3],
  ['short texts at once', 100, 1],
])('parses %s', async (_, length, different) => {
  let turn = 0;
  const countTurns = async () => {
    for (; turn < 20; turn += 1) await nextTurn();
  };
  const parse = async () => {
    await parseSmallJson(JSON.stringify('x'.repeat(length)));
    return turn;
  };
  const [turns] = await Promise.all([Promise.all([parse(), parse(), parse()]), countTurns()]);
  expect(new Set(turns).size).toBe(different);
});
