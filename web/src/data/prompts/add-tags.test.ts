import { describe, expect, test } from 'vitest';
import { addTags } from './add-tags.ts';

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
