import { expect, test } from 'vitest';
import { findWords } from './find-words.ts';
import { searchWords } from './parse-search.ts';

const texts = [
  ['Brew', 'A café, to Review'],
  ['Review', 'Tea'],
  ['Meeting notes', 'Agenda for a review of tea'],
];
const found = (search: string) => {
  const { items, typoForgiven } = findWords(texts, searchWords(search), (item) => item);
  return [items.map(([title]) => title), typoForgiven];
};

test.each([
  ['', ['Brew', 'Review', 'Meeting notes'], false],
  ['CAFE review', ['Brew'], false],
  ['rev', ['Review', 'Brew', 'Meeting notes'], false],
  ['tea review', ['Review', 'Meeting notes'], false],
  ['reveiw', ['Review', 'Brew', 'Meeting notes'], true],
  ['revew café', ['Brew'], true],
  ['metting agenda', ['Meeting notes'], true],
  ['mtting agnda', [], false],
  ['taa', [], false],
  ['.*', [], false],
])('findWords finds for %j %j, with a typo: %s', (search, items, typo) => {
  expect(found(search)).toEqual([items, typo]);
});
