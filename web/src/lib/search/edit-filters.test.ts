import { describe, expect, it } from 'vitest';
import { filterValues, hasFilter, withFilter } from './edit-filters.ts';

describe('withFilter', () => {
  it.each([
    ['letter', 'category', ['AI & ML'], 'letter category:"AI & ML"'],
    ['category:sales letter', 'category', ['Finance'], 'letter category:Finance'],
    ['a tag:x tag:"two words" b', 'tag', [], 'a b'],
    ['is:public', 'is', ['private'], 'is:private'],
    ['xtag:y', 'tag', ['z'], 'xtag:y tag:z'],
  ] as const)('turns %j with %s into %j', (search, name, values, expected) => {
    expect(withFilter(search, name, values)).toBe(expected);
  });
});

it('filterValues reads quoted and plain values', () => {
  expect(filterValues('tag:a TAG:"b c" tag: d', 'tag')).toEqual(['a', 'b c']);
  expect(hasFilter('category:"ai & ml"', 'category', 'AI & ML')).toBe(true);
});
