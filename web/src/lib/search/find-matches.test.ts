import { describe, expect, it, test } from 'vitest';
import { findMatches, startBefore } from './find-matches.ts';
import { parseSearch } from './parse-search.ts';

const marked = (text: string, search: string, nearly = false) =>
  findMatches(text, parseSearch(search).words, nearly).map(([from, to]) => text.slice(from, to));

describe('findMatches', () => {
  it.each([
    ['Linux, linuxes and GNU/LINUX', 'linux', ['Linux', 'linux', 'LINUX']],
    ['Café à la crème', 'cafe CREME', ['Café', 'crème']],
    ['cafe', 'é', ['e']],
    ['😀 emoji here', 'here', ['here']],
    ['aaa', 'aa a', ['aaa']],
    ['c++ (a|b)', 'c++ (a|b)', ['c++', '(a|b)']],
    ['漢字の説明', '字', ['字']],
    ['terminal', 'terminel', []],
    ['anything', '', []],
    ['Maß, STRAẞE', 'mas strass', ['Maß', 'STRAẞ']],
    ['си\u0306ний край', 'й', ['и\u0306', 'й', 'й']],
    [
      '\u1112\u1161\u11ab\u1100\u1173\u11af 한글',
      '한글',
      ['\u1112\u1161\u11ab\u1100\u1173\u11af', '한글'],
    ],
    ['か\u3099き ｶﾞ', 'が ガ', ['か\u3099', 'ｶﾞ']],
    ['ΟΔΟΣ, οδός', 'οδος', ['ΟΔΟΣ', 'οδός']],
    ['co\u00adope\u200brate', 'cooperate', ['co\u00adope\u200brate']],
    ['مُحَمَّد وأحمد', 'محمد احمد', ['مُحَمَّد', 'أحمد']],
    ['a\u00a0b', '"a b"', ['a\u00a0b']],
    ['👍🏽 👨‍👩‍👧', '👍 👩', ['👍🏽', '👨‍👩‍👧']],
    ['❤️ and ❤', '❤', ['❤️', '❤']],
    ['🇩🇪🇪🇸', '🇪🇸', ['🇪🇸']],
  ])('finds in %s for %s: %j', (text, search, found) => {
    expect(marked(text, search)).toEqual(found);
  });

  it.each([
    ['The terminal', 'terminel', ['terminal']],
    ['The terminal', 'termnal', ['terminal']],
    ['The terminal', 'temrinal', ['terminal']],
    ['The terminal', 'terrminal', ['terminal']],
    ['Linux terminal', 'linux termonal', ['Linux', 'terminal']],
    ['Roles, controlled', 'rolq', ['Role']],
    ['The end', 'enb', []],
  ])('finds in %s with a typo %s: %j', (text, search, found) => {
    expect(marked(text, search, true)).toEqual(found);
  });
});

test.each([
  ['The word', 'word', 'The word'],
  ['A sentence with so many words before it', 'before', 'so many words before it'],
  ['A sentence\nwith words\nbefore it', 'before', 'with words\nbefore it'],
  ['日本語の説明です。日本語の説明です。最後の検索', '検索', '説明です。最後の検索'],
  ['x'.repeat(40) + '👍🏽'.repeat(9) + 'end', 'end', '👍🏽'.repeat(8) + 'end'],
])('startBefore shows %j for %j from %j on', (text, word, shown) => {
  expect(text.slice(startBefore(text, text.indexOf(word)))).toBe(shown);
});
