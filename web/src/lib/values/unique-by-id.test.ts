import { expect, it } from 'vitest';
import { uniqueById } from './unique-by-id.ts';

it('keeps each row where it first came', () => {
  const rows = ['a', 'b', 'a', 'c', 'b'].map((id, place) => ({ id, place }));
  expect(uniqueById(rows).map(({ place }) => place)).toEqual([0, 1, 3]);
});
