import { expect, test } from 'vitest';
import { lengthOf } from './code-point-length.ts';

test('a character outside of the basic plane is one', () => {
  expect(lengthOf('a🙂\u{10ffff}é')).toBe(4);
  expect(lengthOf('')).toBe(0);
});
