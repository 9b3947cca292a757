import { describe, expect, it } from 'vitest';
import { readAllPages } from './read-all-pages.ts';

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
