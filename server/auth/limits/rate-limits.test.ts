import { describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { createRateLimits } from './rate-limits.ts';

const test = await setUpTestDatabase();
let clock = new Date('2030-01-01T00:00:00Z').getTime();

const three = { name: 'three', burst: 3, everySeconds: 10 };

describe('createRateLimits', () => {
  const limits = () => createRateLimits(test.database.auth, () => new Date(clock));

  async function allowed(subject: string, times = 1): Promise<number> {
    const results = await Promise.allSettled(
      Array.from({ length: times }, () => limits().use(three, subject)),
    );
    return results.filter((result) => result.status === 'fulfilled').length;
  }

  it('allows the burst, then one use per interval', async () => {
    expect(await allowed('a', 5)).toBe(3);
    clock += 9_999;
    expect(await allowed('a')).toBe(0);
    clock += 1;
    expect(await allowed('a', 2)).toBe(1);
    clock += 3_600_000;
    expect(await allowed('a', 5)).toBe(3);
  });

  it('counts concurrent requests on several servers', async () => {
    expect(await allowed('b', 40)).toBe(3);
  });

  it('returns the seconds to wait', async () => {
    await allowed('c', 3);
    clock += 4_000;
    const refusal = await limits()
      .use(three, 'c')
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AuthError);
    expect(refusal).toMatchObject({ code: 'over_request_rate_limit', status: 429, retryAfter: 6 });
  });

  it('refunds, but never above the burst', async () => {
    await allowed('d', 3);
    await limits().refund(three, 'd');
    expect(await allowed('d', 2)).toBe(1);
    for (let i = 0; i < 9; i += 1) await limits().refund(three, 'd');
    expect(await allowed('d', 9)).toBe(3);
    await limits().refund(three, 'never used');
  });

  it('counts subjects separately and stores only their hashes', async () => {
    await allowed('secret@example.com', 3);
    expect(await allowed('other@example.com', 3)).toBe(3);
    const rows = await test.sql<{ key: string }>('select key from auth.rate_limits');
    expect(JSON.stringify(rows)).not.toContain('example.com');
  });

  it('allows the same number of uses when the clock is set back', async () => {
    await allowed('e', 3);
    clock -= 3_600_000;
    expect(await allowed('e')).toBe(0);
    clock += 10_000;
    expect(await allowed('e', 2)).toBe(1);
    clock += 3_590_000;
  });
});
