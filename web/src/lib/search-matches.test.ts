import { describe, expect, it } from 'vitest';
import { matchesIn } from './search-matches.ts';
import { readSearch } from './search-query.ts';

const marked = (text: string, search: string, nearly = false) =>
  matchesIn(text, readSearch(search).words, nearly).map(([from, to]) => text.slice(from, to));

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
    ['Roles, controlled', 'rolq', ['Role']],
    ['The end', 'enb', []],
  ])('finds in %s nearly %s: %j', (text, search, found) => {
    expect(marked(text, search, true)).toEqual(found);
  });
});
