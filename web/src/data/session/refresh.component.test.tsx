import { afterEach, expect, it, vi } from 'vitest';
import { db } from '#web/data/backend/client.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { session } from '#web/testing/session.ts';
import { sessionKey } from './auth-storage.ts';

const tokenPath = '/auth/v1/token';
const groups = '/rest/v1/groups';
const refreshed = { ...session, refresh_token: 'next' };

/** Stores a session that expires in some seconds, or has expired. */
function storeSession(seconds: number) {
  const expires_at = Math.floor(Date.now() / 1000) + seconds;
  localStorage.setItem(sessionKey, JSON.stringify({ ...session, expires_at }));
}

/** Reads data, and returns the refresh token that was stored by then. */
async function readData() {
  let stored = '';
  backend.on('GET', groups, () => {
    stored = localStorage.getItem(sessionKey) ?? '{}';
    return json([]);
  });
  const { error } = await db.from('groups').select('id');
  expect(error).toBeNull();
  return (JSON.parse(stored) as typeof session).refresh_token;
}

afterEach(() => vi.useRealTimers());

it('refreshes a session that expires within ten seconds before it reads anything', async () => {
  storeSession(9);
  backend.on('POST', tokenPath, () => json(refreshed));
  expect(await readData()).toBe('next');
  expect(backend.sent('POST', tokenPath)).toHaveLength(1);
});

it('refreshes again after growing pauses when the response was lost', async () => {
  storeSession(-1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const times: number[] = [];
  backend.on('POST', tokenPath, () => {
    times.push(Date.now());
    return times.length < 4 ? refusal(503, 'busy', 'busy') : json(refreshed);
  });
  const reading = readData();
  await vi.waitUntil(async () => {
    await vi.advanceTimersByTimeAsync(50);
    return times.length === 4;
  }, 20_000);
  expect(await reading).toBe('next');
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  for (const [index, least] of [200, 400, 800].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(least);
  }
});
