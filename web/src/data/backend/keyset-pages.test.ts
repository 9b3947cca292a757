import { expect, it } from 'vitest';
import { afterKey, readAllPages } from './keyset-pages.ts';

it('reads on from the last row until a page is not full', async () => {
  const all = Array.from({ length: 7 }, (_, index) => index);
  const asked: (number | undefined)[] = [];
  const rows = await readAllPages(async (last: number | undefined, size) => {
    asked.push(last);
    const from = last === undefined ? 0 : last + 1;
    return all.slice(from, from + size);
  }, 3);
  expect(rows).toEqual(all);
  expect(asked).toEqual([undefined, 2, 5]);
});

it('names the rows after a key, at the same instant too', () => {
  const key = { id: 'x', created_at: '2026-01-02T03:04:05.678901+00:00' };
  expect(afterKey(key)).toBe(
    'created_at.lt."2026-01-02T03:04:05.678901+00:00",' +
      'and(created_at.eq."2026-01-02T03:04:05.678901+00:00",id.lt.x)',
  );
});
