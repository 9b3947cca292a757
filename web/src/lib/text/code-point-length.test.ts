import { expect, test } from 'vitest';
import { codePointLength } from './code-point-length.ts';

test('a character outside of the basic plane is one', () => {
  expect(codePointLength('a🙂\u{10ffff}é')).toBe(4);
  expect(codePointLength('')).toBe(0);
});
