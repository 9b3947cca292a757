import { expect, it } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

it('drops what was not used for longest', () => {
  const cache = createBoundedCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size]).toEqual([
    1,
    undefined,
    3,
    2,
  ]);
  cache.delete('a');
  expect([cache.get('a'), cache.size]).toEqual([undefined, 1]);
});
