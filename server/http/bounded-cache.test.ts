import { expect, it } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

it('createBoundedCache drops the least recently used entries', () => {
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

it('createBoundedCache drops entries earlier if they weigh more', () => {
  const cache = createBoundedCache<number>(10, (weight) => weight);
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, 5);
  expect([cache.get('a'), cache.get('b'), cache.size]).toEqual([undefined, undefined, 2]);
  cache.set('d', 1);
  cache.set('e', 1);
  expect([cache.get('c'), cache.get('d'), cache.get('e')]).toEqual([5, 1, 1]);
});
