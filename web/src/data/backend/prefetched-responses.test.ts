import type { Session } from '@supabase/auth-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withPrefetched } from './prefetched-responses.ts';

const url = 'http://localhost/rest/v1/groups?limit=1000';
const send = vi.fn<typeof fetch>();
let session: Session | null;
let read: (...request: Parameters<typeof fetch>) => Promise<string>;

const now = () => Date.now() / 1000;

function signIn(token: string, end = now() + 3600): void {
  // Only what is read here.
  session = { access_token: token, expires_at: end } as Session;
}

/** Sets what public/first-paint.js leaves when Mary opens the page. */
function prefetch(response: Promise<Response>): void {
  response.catch(() => undefined);
  const prefetched = { token: 'mary', fetchedAt: Date.now(), byUrl: new Map([[url, response]]) };
  const prefetchedFetch = withPrefetched(send, { prefetched, storedSession: () => session });
  read = async (...request) => (await prefetchedFetch(...request)).text();
}

beforeEach(() => {
  send.mockImplementation(() => Promise.resolve(new Response('sent')));
  signIn('mary');
  prefetch(Promise.resolve(new Response('prefetched')));
});
afterEach(() => {
  vi.resetAllMocks();
  vi.useRealTimers();
});

describe('withPrefetched', () => {
  it('uses a prefetched response once', async () => {
    expect(await read(url)).toBe('prefetched');
    expect(send).not.toHaveBeenCalled();
    expect(await read(url)).toBe('sent');
  });

  it('sends every other request', async () => {
    expect(await read(`${url}&offset=1`)).toBe('sent');
    expect(await read(url, { method: 'HEAD' })).toBe('sent');
    expect(await read(url, { method: 'POST' })).toBe('sent');
    expect(await read(url)).toBe('prefetched');
  });

  it('drops the responses of another session for good', async () => {
    signIn('nora');
    expect(await read(url)).toBe('sent');
    signIn('mary');
    expect(await read(url)).toBe('sent');
  });

  it('sends again without a session', async () => {
    session = null;
    expect(await read(url)).toBe('sent');
  });

  it('sends again when the session has expired', async () => {
    signIn('mary', now() - 1);
    expect(await read(url)).toBe('sent');
  });

  it('sends again after half a minute', async () => {
    vi.useFakeTimers({ now: Date.now() + 31_000 });
    expect(await read(url)).toBe('sent');
  });

  it.each([
    ['failed', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['was refused', () => Promise.resolve(new Response('', { status: 401 }))],
  ])('sends again when the prefetch %s', async (_what, response) => {
    prefetch(response());
    expect(await read(url)).toBe('sent');
  });
});
