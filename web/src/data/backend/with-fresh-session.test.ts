import { AuthApiError, AuthRetryableFetchError, type Session } from '@supabase/auth-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withFreshSession } from './with-fresh-session.ts';

const session = (token: string) =>
  // Only what is read here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ({ access_token: token, refresh_token: `${token}-next` }) as Session;

const noLine = { data: { session: null }, error: new AuthRetryableFetchError('No answer', 0) };
const sent = vi.fn<(input: unknown, init?: RequestInit) => Promise<Response>>();
const getSession = vi.fn();
const refreshSession = vi.fn();
const refreshApart = vi.fn();
const setSession = vi.fn();
const signOut = vi.fn();
let stored: Session | null;

const ask = withFreshSession({
  auth: { getSession, refreshSession, setSession, signOut },
  passing: () => ({ refreshSession: refreshApart }),
  stored: () => stored,
  apikey: 'key',
});

beforeEach(() => {
  vi.stubGlobal('fetch', sent);
  sent.mockResolvedValue(new Response('[]'));
  stored = session('old');
});
afterEach(() => vi.resetAllMocks());

const tokens = () =>
  sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'));

test('asks as the person, or as nobody', async () => {
  getSession.mockResolvedValueOnce({ data: { session: session('mine') }, error: null });
  await ask('/rest/v1/prompts');
  getSession.mockResolvedValueOnce({ data: { session: null }, error: null });
  await ask('/rest/v1/prompts');
  expect(tokens()).toEqual(['Bearer mine', null]);
});

test('asks as nobody in no case because a session could not be renewed', async () => {
  getSession.mockResolvedValue(noLine);
  refreshApart.mockResolvedValue(noLine);
  await expect(ask('/rest/v1/prompts')).rejects.toBe(noLine.error);
  stored = null;
  await expect(ask('/rest/v1/prompts')).rejects.toBe(noLine.error);
  expect(sent).not.toHaveBeenCalled();
  expect(signOut).not.toHaveBeenCalled();
});

test('renews it once for all that wait, as soon as there is a line again', async () => {
  getSession.mockResolvedValue(noLine);
  refreshApart.mockResolvedValue({ data: { session: session('new') }, error: null });
  await Promise.all([ask('/rest/v1/prompts'), ask('/rest/v1/groups')]);
  expect(refreshApart.mock.calls).toEqual([[stored]]);
  expect(setSession.mock.calls).toEqual([[session('new')]]);
  expect(tokens()).toEqual(['Bearer new', 'Bearer new']);
});

test('renews a token that is refused, once, and signs out when that is refused too', async () => {
  getSession.mockResolvedValue({ data: { session: session('bad') }, error: null });
  sent.mockResolvedValue(new Response('', { status: 401 }));
  refreshSession.mockResolvedValueOnce({ data: { session: session('good') }, error: null });
  await ask('/rest/v1/prompts');
  expect(tokens()).toEqual(['Bearer bad', 'Bearer good']);
  const refusal = new AuthApiError('Already used', 400, 'refresh_token_already_used');
  refreshSession.mockResolvedValueOnce({ data: { session: null }, error: refusal });
  expect((await ask('/rest/v1/prompts')).status).toBe(401);
  expect(signOut.mock.calls).toEqual([[{ scope: 'local' }]]);
});
