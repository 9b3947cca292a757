import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DeviceStorage } from '#web/lib/testing/device-storage.ts';
import { withPrefetched } from './prefetched-responses.ts';
import { sessionKey } from '#web/data/session/auth-storage.ts';

const address = 'http://localhost/rest/v1/groups?limit=1000';
const sent = vi.fn<typeof fetch>();
const ask = withPrefetched(sent);
let device: DeviceStorage;

const now = () => Date.now() / 1000;

function signIn(token: string, end = now() + 3600): void {
  const session = { access_token: token, refresh_token: 'r', expires_at: end, user: { id: token } };
  device.setItem(sessionKey, JSON.stringify(session));
}

/** What public/first-paint.js leaves when Mary opens the page. */
function askedFirst(answer: Promise<Response>): void {
  answer.catch(() => undefined);
  globalThis.firstAnswers = {
    token: 'mary',
    askedAt: Date.now(),
    answers: new Map([[address, answer]]),
  };
}

beforeEach(() => {
  device = new DeviceStorage();
  vi.stubGlobal('localStorage', device);
  sent.mockImplementation(() => Promise.resolve(new Response('asked')));
  signIn('mary');
  askedFirst(Promise.resolve(new Response('first')));
});
afterEach(() => {
  globalThis.firstAnswers = undefined;
  vi.resetAllMocks();
  vi.useRealTimers();
});

const read = async (...request: Parameters<typeof fetch>) => (await ask(...request)).text();

test('an answer that was asked for early is given once', async () => {
  expect(await read(address)).toBe('first');
  expect(sent).not.toHaveBeenCalled();
  expect(await read(address)).toBe('asked');
});

test('it answers this read only, and no other request', async () => {
  expect(await read(`${address}&offset=1`)).toBe('asked');
  expect(await read(address, { method: 'HEAD' })).toBe('asked');
  expect(await read(address, { method: 'POST' })).toBe('asked');
  expect(await read(address)).toBe('first');
});

test('it is for nobody but who asked, also when they come back', async () => {
  signIn('nora');
  expect(await read(address)).toBe('asked');
  signIn('mary');
  expect(await read(address)).toBe('asked');
});

test.each([
  ['signed out', () => device.removeItem(sessionKey)],
  ['waited until the session ended', () => signIn('mary', now() - 1)],
  ['blocked storage', () => vi.stubGlobal('localStorage', undefined)],
])('it is for nobody who has %s', async (_what, act) => {
  act();
  expect(await read(address)).toBe('asked');
});

test('after half a minute it is asked anew', async () => {
  vi.useFakeTimers({ now: Date.now() + 31_000 });
  expect(await read(address)).toBe('asked');
});

test.each([
  ['did not come', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['was refused', () => Promise.resolve(new Response('', { status: 401 }))],
])('what %s is asked for as always', async (_what, answer) => {
  askedFirst(answer());
  expect(await read(address)).toBe('asked');
});
