import { describe, expect, it } from 'vitest';
import { matchesIn, wordsOf } from './search-matches.ts';

describe('wordsOf', () => {
  it.each([
    ['Été  linux', ['ete', 'linux']],
    ['tag:dev "Act As" is:public used:<7d', ['act as']],
    ['tag:"two words" tag: x', ['x']],
    ['http://a', ['http://a']],
    [' ', []],
  ])('of %s are %j', (search, words) => {
    expect(wordsOf(search)).toEqual(words);
  });
});

const marked = (text: string, search: string, nearly = false) =>
  matchesIn(text, wordsOf(search), nearly).map(([from, to]) => text.slice(from, to));

describe('matchesIn', () => {
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
  ])('finds in %s for %s: %j', (text, search, found) => {
    expect(marked(text, search)).toEqual(found);
  });

  it.each([
    ['The terminal', 'terminel', ['terminal']],
    ['The terminal', 'termnal', ['terminal']],
    ['The terminal', 'temrinal', ['terminal']],
    ['The terminal', 'terrminal', ['terminal']],
    ['Linux terminal', 'linux termonal', ['Linux', 'terminal']],
    ['The end', 'enb', []],
  ])('finds in %s nearly %s: %j', (text, search, found) => {
    expect(marked(text, search, true)).toEqual(found);
  });
});
