import { AuthRetryableFetchError } from '@supabase/auth-js';
import { beforeEach, expect, test, vi } from 'vitest';
import { DeviceStorage } from '#web/lib/testing/device-storage.ts';
import { clearOfflineCache, withOfflineCache } from './offline-cache.ts';
import { isOffline } from './connection-status.ts';
import { sessionKey } from '#web/data/session/auth-storage.ts';

const { kept, idle, store } = vi.hoisted(() => {
  const waiting: (() => void)[] = [];
  const page = { requestIdleCallback: (act: () => void) => waiting.push(act) };
  vi.stubGlobal('window', Object.assign(new EventTarget(), page));
  vi.stubGlobal('navigator', { onLine: true });
  return { kept: new Map<string, string | null>(), idle: waiting, store: new EventTarget() };
});

// The browser's own database.
vi.mock('./offline-cache-store.ts', () => ({
  storeResponse: (userId: string, _key: string, _response: Response, body: string | null) => {
    kept.set(userId, body);
    store.dispatchEvent(new Event('kept'));
    return Promise.resolve();
  },
  clearResponses: () => {
    kept.clear();
    return Promise.resolve();
  },
}));

const sent = vi.fn<typeof fetch>();
const read = () => withOfflineCache(sent)('http://localhost/rest/v1/prompts?limit=50');
let device: DeviceStorage;

function signIn(id: string): void {
  device.setItem(
    sessionKey,
    JSON.stringify({ access_token: 't', refresh_token: 'r', user: { id } }),
  );
}

async function signOut(): Promise<void> {
  device.removeItem(sessionKey);
  await clearOfflineCache(null);
}

beforeEach(() => {
  device = new DeviceStorage();
  vi.stubGlobal('localStorage', device);
  kept.clear();
});

/** The browser has nothing else to do. */
function rest(): void {
  for (const act of idle.splice(0)) act();
}

/** The browser has nothing else to do, and keeps an answer. */
async function restUntilKept(): Promise<void> {
  const done = new Promise((resolve) => store.addEventListener('kept', resolve, { once: true }));
  rest();
  await done;
}

test('an answer is kept for who read it, until they sign out', async () => {
  signIn('mary');
  sent.mockResolvedValueOnce(new Response('hers'));
  expect(await (await read()).text()).toBe('hers');
  await restUntilKept();
  expect([...kept]).toEqual([['mary', 'hers']]);
  await signOut();
  expect([...kept, ...device.entries]).toEqual([]);
});

test('what is still to be kept when its reader signs out is not, and they are named here no more', async () => {
  signIn('mary');
  sent.mockResolvedValueOnce(new Response('hers'));
  await read();
  await signOut();
  rest();
  expect([...device.entries]).toEqual([]);

  // Nor what is only half here when they do.
  signIn('mary');
  const late = new TransformStream<Uint8Array, Uint8Array>();
  sent.mockResolvedValueOnce(new Response(late.readable));
  const half = await read();
  rest();
  await signOut();
  await Promise.all([late.writable.close(), half.text()]);
  signIn('nora');
  sent.mockResolvedValueOnce(new Response('the next'));
  await read();
  await restUntilKept();
  await clearOfflineCache('nora');
  expect([...kept]).toEqual([['nora', 'the next']]);
});

test('a server that is too busy to renew the session is not taken for a lost connection', async () => {
  signIn('mary');
  sent.mockRejectedValueOnce(new AuthRetryableFetchError('busy', 503));
  await expect(read()).rejects.toThrow('busy');
  expect(isOffline()).toBe(false);
  sent.mockRejectedValueOnce(new AuthRetryableFetchError('Failed to fetch', 0));
  await expect(read()).rejects.toThrow('Failed to fetch');
  expect(isOffline()).toBe(true);
  sent.mockResolvedValueOnce(new Response('[]'));
  await read();
  expect(isOffline()).toBe(false);
});
