import { expect, test } from 'vitest';
import { containsWords } from './contains-words.ts';

test.each([
  ['', true],
  ['  ', true],
  ['CAFE review', true],
  ['review café', true],
  ['rev', true],
  ['review tea', false],
])('%j: %s', (search, expected) => {
  expect(containsWords(['A café', 'to Review'], search)).toBe(expected);
});
