import { describe, expect, test } from 'vitest';
import { addTags, checkValues, emptyValues, invalidMessage, sameValues } from './prompt-values.ts';

const good = { ...emptyValues, title: 'Title', content: 'Content' };

describe('checkValues', () => {
  test('requires title and content, and ignores spaces', () => {
    expect(Object.keys(checkValues(emptyValues))).toEqual(['title', 'content']);
    expect(Object.keys(checkValues({ ...good, title: ' ', content: '\n\t ' }))).toEqual([
      'title',
      'content',
    ]);
    expect(checkValues(good)).toEqual({});
  });

  test('counts characters as the database does', () => {
    expect(checkValues({ ...good, title: '🙂'.repeat(500) })).toEqual({});
    expect(checkValues({ ...good, title: 'x'.repeat(501) }).title).toContain('500');
    expect(checkValues({ ...good, content: 'x'.repeat(1_000_001) }).content).toContain('1,000,000');
    expect(checkValues({ ...good, description: 'x'.repeat(2_001) }).description).toContain('2,000');
  });
});

test('invalidMessage names what is missing first, then what is too long', () => {
  const long = 'x'.repeat(501);
  expect(invalidMessage({ ...good, title: long, content: ' ' }, '', 'Fill it in')).toBe(
    'Fill it in',
  );
  expect(invalidMessage({ ...good, title: long }, '', 'Fill it in')).toContain('500');
  expect(invalidMessage(good, long, 'Fill it in')).toBe('A tag has at most 50 characters.');
});

describe('addTags', () => {
  test('trims tags and splits them at commas', () => {
    expect(addTags(['a'], ' b ,c  d,, ')).toEqual({
      tags: ['a', 'b', 'c d'],
      rest: '',
      problem: null,
    });
  });

  test('does not add an existing tag in another case', () => {
    const { tags, rest, problem } = addTags(['Code'], 'cODE');
    expect(tags).toEqual(['Code']);
    expect(rest).toBe('');
    expect(problem).toContain('already');
  });

  test('adds no empty tag', () => {
    expect(addTags(['a'], '  ')).toEqual({ tags: ['a'], rest: '', problem: null });
  });

  test('leaves tags that are too long or too many to the field', () => {
    const long = 'x'.repeat(51);
    expect(addTags(['b'], `a, ${long}, B`)).toEqual({
      tags: ['b', 'a'],
      rest: long,
      problem: 'A tag has at most 50 characters.',
    });
    const hundred = Array.from({ length: 100 }, (_, index) => `t${index}`);
    expect(addTags(hundred, 'one more')).toEqual({
      tags: hundred,
      rest: 'one more',
      problem: 'A prompt has at most 100 tags.',
    });
  });
});

test('sameValues compares every field', () => {
  expect(sameValues(good, { ...good, tags: [] })).toBe(true);
  expect(sameValues(good, { ...good, icon: '🎭' })).toBe(false);
});
