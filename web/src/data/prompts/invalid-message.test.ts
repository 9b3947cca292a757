import { expect, test } from 'vitest';
import { invalidMessage } from './invalid-message.ts';
import { emptyValues } from './prompt-values.ts';

const good = { ...emptyValues, title: 'Title', content: 'Content' };

test('invalidMessage names what is missing first, then what is too long', () => {
  const long = 'x'.repeat(501);
  expect(invalidMessage({ ...good, title: long, content: ' ' }, '', 'Fill it in')).toBe(
    'Fill it in',
  );
  expect(invalidMessage({ ...good, title: long }, '', 'Fill it in')).toContain('500');
  expect(invalidMessage(good, long, 'Fill it in')).toBe('A tag has at most 50 characters.');
});
