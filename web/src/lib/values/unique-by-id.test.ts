import { expect, it } from 'vitest';
import { uniqueById } from './unique-by-id.ts';

it('uniqueById keeps the first of each row', () => {
  const rows = ['a', 'b', 'a', 'c', 'b'].map((id, index) => ({ id, index }));
  expect(uniqueById(rows).map(({ index }) => index)).toEqual([0, 1, 3]);
});
