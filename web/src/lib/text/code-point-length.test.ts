import { expect, test } from 'vitest';
import { codePointLength } from './code-point-length.ts';

test('codePointLength counts a character beyond U+FFFF as one', () => {
  expect(codePointLength('a🙂\u{10ffff}é')).toBe(4);
  expect(codePointLength('')).toBe(0);
});
