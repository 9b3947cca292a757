import { describe, expect, it } from 'vitest';
import { afterKey } from './keyset-pages.ts';

describe('afterKey', () => {
  it('selects the rows after a key, also those of the same time', () => {
    const key = { id: 'x', created_at: '2026-01-02T03:04:05.678901+00:00' };
    expect(afterKey(key)).toBe(
      'created_at.lt."2026-01-02T03:04:05.678901+00:00",' +
        'and(created_at.eq."2026-01-02T03:04:05.678901+00:00",id.lt.x)',
    );
  });
});
