import { describe, expect, test } from 'vitest';
import { checkValues, emptyValues, sameValues } from './prompt-values.ts';

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

test('sameValues compares every field', () => {
  expect(sameValues(good, { ...good, tags: [] })).toBe(true);
  expect(sameValues(good, { ...good, icon: '🎭' })).toBe(false);
});
