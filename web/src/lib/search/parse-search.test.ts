import { describe, expect, it, test } from 'vitest';
import { normalizeSearch } from './normalize-search.ts';
import { invalidFilter, parseSearch, searchWords } from './parse-search.ts';

describe('parseSearch', () => {
  it.each([
    ['Été  linux', ['ete', 'linux'], []],
    ['tag:dev "Act As" IS:Public used:<7d', ['act as'], ['tag dev', 'is public', 'used <7d']],
    ['tag:"two words" tag: x', ['x'], ['tag two words']],
    ['is:shared has:x used:soon', ['is:shared', 'has:x', 'used:soon'], []],
    ['is:favorite is:favourite', [], ['is favorite', 'is favourite']],
    ['http://a', ['http://a'], []],
    ['!!! "" "', ['!!!', '""', '"'], []],
    ['tag:% group:_', [], ['tag %', 'group _']],
    ['in:Work/MAIL in: x', ['x'], ['in Work/MAIL']],
    [String.raw`in:"R\/D / Say \"hi\"" y`, ['y'], [String.raw`in R\/D / Say \"hi\"`]],
    [String.raw`"C:\" "a\b"`, ['c:\\', 'a\\b'], []],
    [' ', [], []],
  ])('%s: words %j, filters %j', (search, words, filters) => {
    const query = parseSearch(search);
    expect(query.words).toEqual(words);
    expect(query.filters.map(({ name, value }) => `${name} ${value}`)).toEqual(filters);
  });
});

test.each([
  [' two\0words \uD800', 'two words'],
  ['\u202b\u200bone\u200b \u2066two\u200fthree\u2069', 'one two\u200fthree'],
  ['"two wo', '"two wo"'],
  ['tag:"two wo', 'tag:"two wo"'],
  ['say "one two" and "three', 'say "one two" and "three"'],
  ['5" screen', '5" screen'],
  ['"', '"'],
  ['"two words"', '"two words"'],
  ['“two words” „zwei Wörter“ «deux mots»', '"two words" "zwei Wörter" "deux mots"'],
  ['tag:“two wo', 'tag:"two wo"'],
  ['tag:x\u00a0one\u3000two', 'tag:x one two'],
])('normalizeSearch turns %j into %j', (typed, normalized) => {
  expect(normalizeSearch(typed)).toBe(normalized);
  expect(normalizeSearch(normalized)).toBe(normalized);
});

test('normalizeSearch limits the length', () => {
  const normalized = normalizeSearch(`"${'word '.repeat(2_000)}`);
  expect(normalized.length).toBeLessThanOrEqual(1_000);
  expect(normalizeSearch(normalized)).toBe(normalized);
});

test.each([
  ['is:shared', /is:public/],
  ['poem HAS:"tags"', /has:variable/],
  ['used:yesterday', /<7d/],
])('invalidFilter explains the filter of %s', (search, help) => {
  expect(invalidFilter(search)).toMatch(help);
});

test('invalidFilter returns null for valid filters', () => {
  expect(invalidFilter('is:public http://a tag:x')).toBeNull();
});

test('searchWords reads filters as words', () => {
  expect(searchWords('tag:Été "Two words"')).toEqual(['tag:ete', 'two words']);
});
