import type { Session } from '@supabase/auth-js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionStatus } from './connection-status.ts';
import { OfflineCache, withOfflineCache } from './offline-cache.ts';

const url = 'http://localhost/rest/v1/prompts?limit=50';
const send = vi.fn<typeof fetch>();

/** The tab: its session, its storage, its IndexedDB, and what it does when it is idle. */
let session: Session | null;
let device: Map<string, string>;
let stored: Map<string, string | null>;
let idleWork: (() => void)[];
let browser: { onLine: boolean };
let cache: OfflineCache;
let read: () => Promise<Response>;

beforeEach(() => {
  send.mockReset();
  device = new Map();
  stored = new Map();
  idleWork = [];
  browser = { onLine: true };
  cache = new OfflineCache({
    loadStore: async () => ({
      storeResponse: async (userId, _key, _response, body) => {
        stored.set(userId, body);
      },
      readResponse: async (userId) => {
        const body = stored.get(userId);
        return body === undefined ? null : new Response(body);
      },
      clearResponses: async () => stored.clear(),
    }),
    device: {
      read: (key) => device.get(key) ?? null,
      write: (key, value) => void device.set(key, value),
      remove: (key) => void device.delete(key),
    },
    storedSession: () => session,
  });
  const storing: Promise<void>[] = [];
  storingDone = () => Promise.all(storing.splice(0));
  const cachedFetch = withOfflineCache(send, {
    cache: {
      read: (userId, key) => cache.read(userId, key),
      store: (userId, key, response) => {
        const work = cache.store(userId, key, response);
        storing.push(work);
        return work;
      },
    },
    connection: new ConnectionStatus(new EventTarget(), browser),
    storedSession: () => session,
    runWhenIdle: (work) => idleWork.push(work),
  });
  read = () => cachedFetch(url);
});

let storingDone: () => Promise<unknown>;

function signIn(id: string): void {
  // Only what is read here.
  session = { access_token: 't', refresh_token: 'r', user: { id } } as Session;
}

async function signOut(): Promise<void> {
  session = null;
  await cache.clear(null);
}

/** Runs what waits for the browser to be idle, without awaiting it. */
function becomeIdle(): void {
  for (const work of idleWork.splice(0)) work();
}

async function becomeIdleAndStore(): Promise<void> {
  becomeIdle();
  await storingDone();
}

describe('withOfflineCache', () => {
  it('stores a response for its user until they sign out', async () => {
    signIn('mary');
    send.mockResolvedValueOnce(new Response('hers'));
    expect(await (await read()).text()).toBe('hers');
    await becomeIdleAndStore();
    expect([...stored]).toEqual([['mary', 'hers']]);
    await signOut();
    expect([...stored, ...device]).toEqual([]);
  });

  it('stores nothing, and no user id, after a sign-out', async () => {
    signIn('mary');
    send.mockResolvedValueOnce(new Response('hers'));
    await read();
    await signOut();
    await becomeIdleAndStore();
    expect([...stored, ...device]).toEqual([]);
  });

  it('does not store a response whose body loads until after a sign-out', async () => {
    signIn('mary');
    const body = new TransformStream<Uint8Array, Uint8Array>();
    send.mockResolvedValueOnce(new Response(body.readable));
    const response = await read();
    becomeIdle();
    await signOut();
    await Promise.all([body.writable.close(), response.text()]);
    await storingDone();
    signIn('nora');
    send.mockResolvedValueOnce(new Response('the next'));
    await read();
    await becomeIdleAndStore();
    await cache.clear('nora');
    expect([...stored]).toEqual([['nora', 'the next']]);
  });

  it('reads what it stored while the server does not respond, for the same user only', async () => {
    signIn('mary');
    send.mockResolvedValueOnce(new Response('hers'));
    await read();
    await becomeIdleAndStore();
    send.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await (await read()).text()).toBe('hers');
    browser.onLine = false;
    expect(await (await read()).text()).toBe('hers');
    signIn('nora');
    await expect(read()).rejects.toThrow('Failed to fetch');
  });
});
