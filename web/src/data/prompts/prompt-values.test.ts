import { describe, expect, test } from 'vitest';
import { addTags, checkValues, emptyValues, sameValues } from './prompt-values.ts';

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

describe('addTags', () => {
  test('trims tags and splits them at commas', () => {
    expect(addTags(['a'], ' b ,c  d,, ')).toEqual({ tags: ['a', 'b', 'c d'], problem: null });
  });

  test('does not add an existing tag in another case', () => {
    const { tags, problem } = addTags(['Code'], 'cODE');
    expect(tags).toEqual(['Code']);
    expect(problem).toContain('already');
  });

  test('adds no empty tag', () => {
    expect(addTags(['a'], '  ')).toEqual({ tags: ['a'], problem: null });
  });

  test('refuses tags that are too long or too many', () => {
    expect(addTags([], 'x'.repeat(51)).tags).toEqual([]);
    const hundred = Array.from({ length: 100 }, (_, index) => `t${index}`);
    expect(addTags(hundred, 'one more')).toEqual({
      tags: hundred,
      problem: 'A prompt has at most 100 tags.',
    });
  });
});

test('sameValues compares every field', () => {
  expect(sameValues(good, { ...good, tags: [] })).toBe(true);
  expect(sameValues(good, { ...good, icon: '🎭' })).toBe(false);
});
