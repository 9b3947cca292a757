import { expect, test } from 'vitest';
import { isUuid } from './uuid.ts';
import { newId } from './new-id.ts';

test('newId returns a UUID of version 7 with the time', () => {
  const before = Date.now();
  const id = newId();
  expect(isUuid(id)).toBe(true);
  expect(id.charAt(14)).toBe('7');
  expect('89ab').toContain(id.charAt(19));
  expect(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toBeGreaterThanOrEqual(before);
});

test('newId returns ids that sort in order, also within a millisecond', () => {
  const ids = Array.from({ length: 1000 }, newId);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(1000);
});
