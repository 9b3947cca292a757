import { AuthApiError, AuthRetryableFetchError, type Session } from '@supabase/auth-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withFreshSession } from './with-fresh-session.ts';

const session = (token: string) =>
  // Only what is read here.
  ({ access_token: token, refresh_token: `${token}-next` }) as Session;

const unanswered = {
  data: { session: null },
  error: new AuthRetryableFetchError('Failed to fetch', 0),
};
const send = vi.fn<typeof fetch>();
const getSession = vi.fn();
const refreshSession = vi.fn();
const refreshEphemeral = vi.fn();
const setSession = vi.fn();
const signOut = vi.fn();
let stored: Session | null;

const freshFetch = withFreshSession(send, {
  auth: { getSession, refreshSession, setSession, signOut },
  createEphemeralClient: () => ({ refreshSession: refreshEphemeral }),
  storedSession: () => stored,
  apikey: 'key',
});

beforeEach(() => {
  send.mockResolvedValue(new Response('[]'));
  stored = session('old');
});
afterEach(() => vi.resetAllMocks());

const sentTokens = () =>
  send.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'));

describe('withFreshSession', () => {
  it("sends the user's token, or none when nobody is signed in", async () => {
    getSession.mockResolvedValueOnce({ data: { session: session('mine') }, error: null });
    await freshFetch('/rest/v1/prompts');
    getSession.mockResolvedValueOnce({ data: { session: null }, error: null });
    await freshFetch('/rest/v1/prompts');
    expect(sentTokens()).toEqual(['Bearer mine', null]);
  });

  it('never sends a request without a token because the refresh failed', async () => {
    getSession.mockResolvedValue(unanswered);
    refreshEphemeral.mockResolvedValue(unanswered);
    await expect(freshFetch('/rest/v1/prompts')).rejects.toBe(unanswered.error);
    stored = null;
    await expect(freshFetch('/rest/v1/prompts')).rejects.toBe(unanswered.error);
    expect(send).not.toHaveBeenCalled();
    expect(signOut).not.toHaveBeenCalled();
  });

  it('refreshes once for all waiting requests when the connection is back', async () => {
    getSession.mockResolvedValue(unanswered);
    refreshEphemeral.mockResolvedValue({ data: { session: session('new') }, error: null });
    await Promise.all([freshFetch('/rest/v1/prompts'), freshFetch('/rest/v1/groups')]);
    expect(refreshEphemeral.mock.calls).toEqual([[stored]]);
    expect(setSession.mock.calls).toEqual([[session('new')]]);
    expect(sentTokens()).toEqual(['Bearer new', 'Bearer new']);
  });

  it('refreshes a refused token once, and signs out when the refresh is refused too', async () => {
    getSession.mockResolvedValue({ data: { session: session('bad') }, error: null });
    send.mockResolvedValue(new Response('', { status: 401 }));
    refreshSession.mockResolvedValueOnce({ data: { session: session('good') }, error: null });
    await freshFetch('/rest/v1/prompts');
    expect(sentTokens()).toEqual(['Bearer bad', 'Bearer good']);
    const refusal = new AuthApiError('Already used', 400, 'refresh_token_already_used');
    refreshSession.mockResolvedValueOnce({ data: { session: null }, error: refusal });
    expect((await freshFetch('/rest/v1/prompts')).status).toBe(401);
    expect(signOut.mock.calls).toEqual([[{ scope: 'local' }]]);
  });
});
