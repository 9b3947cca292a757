import { describe, expect, it } from 'vitest';
import { afterKey, readAllPages } from './keyset-pages.ts';

describe('readAllPages', () => {
  it('continues after the last row until a page is not full', async () => {
    const all = Array.from({ length: 7 }, (_, index) => index);
    const requested: (number | undefined)[] = [];
    const rows = await readAllPages(async (last: number | undefined, size) => {
      requested.push(last);
      const from = last === undefined ? 0 : last + 1;
      return all.slice(from, from + size);
    }, 3);
    expect(rows).toEqual(all);
    expect(requested).toEqual([undefined, 2, 5]);
  });
});

describe('afterKey', () => {
  it('selects the rows after a key, also those of the same time', () => {
    const key = { id: 'x', created_at: '2026-01-02T03:04:05.678901+00:00' };
    expect(afterKey(key)).toBe(
      'created_at.lt."2026-01-02T03:04:05.678901+00:00",' +
        'and(created_at.eq."2026-01-02T03:04:05.678901+00:00",id.lt.x)',
    );
  });
});
