import { AuthClient, type GoTrueClient, type SupportedStorage } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeIn,
  createAuthTestHarness,
  fragmentOf,
  freshEmail,
  goodPassword,
  linkIn,
  openLink,
  type AuthTestHarness,
} from '#server/testing/auth-test-harness.ts';
import { anyText } from '#server/testing/matchers.ts';

/** The auth API for the real client over HTTP, which behaves as with a hosted Supabase. */
let harness: AuthTestHarness;
let url: string;
beforeAll(async () => {
  harness = await createAuthTestHarness();
  url = await harness.listen();
});
afterAll(() => harness.stop());

const clients: GoTrueClient[] = [];
afterAll(() => Promise.all(clients.map((client) => client.stopAutoRefresh())));

function memory(): SupportedStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

function makeClient(flowType: 'implicit' | 'pkce' = 'implicit'): GoTrueClient {
  const client = new AuthClient({
    url,
    headers: { apikey: harness.publishableKey, Authorization: `Bearer ${harness.publishableKey}` },
    storage: memory(),
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType,
  });
  clients.push(client);
  return client;
}

const emailRedirectTo = 'http://localhost:3000/auth/callback';

async function signUp(client: GoTrueClient, email = freshEmail()) {
  const options = { emailRedirectTo, data: { full_name: 'Ada', email_confirm: false } };
  const result = await client.signUp({ email, password: goodPassword, options });
  return { email, ...result };
}

/** Signs up, opens the mailed link and sets its session, as the page does. */
async function signedIn(client: GoTrueClient): Promise<string> {
  const { email } = await signUp(client);
  const fragment = fragmentOf(await openLink(harness, linkIn(harness.mails.at(-1))));
  await client.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  return email;
}

describe('the real auth client', () => {
  it('signs up, confirms by the link, and emits the events of the session', async () => {
    const client = makeClient();
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    const { data, error, email } = await signUp(client);
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ada' } });
    expect(data.user?.email_confirmed_at).toBeUndefined();

    const before = await client.signInWithPassword({ email, password: goodPassword });
    expect(before.error).toMatchObject({ code: 'email_not_confirmed', status: 400 });

    const response = await openLink(harness, linkIn(harness.mails.at(-1)));
    expect(response.headers.get('location')).toMatch(`${emailRedirectTo}#`);
    const fragment = fragmentOf(response);
    const session = await client.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(session.data.user?.email_confirmed_at).toEqual(anyText);
    expect((await client.getUser()).data.user?.email).toBe(email);
    expect(events).toContain('SIGNED_IN');
  });

  it('confirms a sign-up by the code', async () => {
    const client = makeClient();
    const { email } = await signUp(client);
    const token = codeIn(harness.mails.at(-1));
    const { data, error } = await client.verifyOtp({ email, token, type: 'email' });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
    const again = await makeClient().verifyOtp({ email, token, type: 'email' });
    expect(again.error).toMatchObject({ code: 'otp_expired', status: 403 });
  });

  it('reports a weak password with the reasons', async () => {
    const { error } = await makeClient().signUp({ email: freshEmail(), password: 'abcdefgh' });
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      reasons: ['characters'],
      message:
        'Password must contain at least one uppercase letter. Password must contain at least one number',
    });
  });

  it('signs in and out', async () => {
    const email = await signedIn(makeClient());
    const client = makeClient();
    const wrong = await client.signInWithPassword({ email, password: 'Wrong-Pass-1' });
    expect(wrong.error).toMatchObject({
      code: 'invalid_credentials',
      status: 400,
      message: 'Invalid login credentials',
    });
    const { data, error } = await client.signInWithPassword({ email, password: goodPassword });
    expect(error).toBeNull();
    expect(data.session?.expires_in).toBe(3600);
    expect((await client.signOut()).error).toBeNull();
    expect((await client.getSession()).data.session).toBeNull();
    const gone = await client.getUser(data.session?.access_token);
    expect(gone.error).toMatchObject({ name: 'AuthSessionMissingError' });
  });

  it('verifies its token with the public keys, without a request for the user', async () => {
    const client = makeClient();
    const email = await signedIn(client);
    const { data, error } = await client.getClaims();
    expect(error).toBeNull();
    expect(data?.claims).toMatchObject({ email, role: 'authenticated', aal: 'aal1' });
    expect(data?.header.alg).toBe('ES256');
  });

  it('refreshes, and is signed out when somebody else used its refresh token', async () => {
    const client = makeClient();
    await signedIn(client);
    const first = (await client.getSession()).data.session;
    const { data } = await client.refreshSession();
    expect(data.session?.refresh_token).not.toBe(first?.refresh_token);

    harness.advance(11_000);
    const thief = makeClient();
    const stolen = { refresh_token: first?.refresh_token ?? '' };
    expect((await thief.refreshSession(stolen)).error).toMatchObject({
      code: 'refresh_token_already_used',
    });
    const after = await client.refreshSession();
    expect(after.error).toMatchObject({ code: 'refresh_token_already_used' });
    // The access token has not expired, but its session is gone.
    expect((await client.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
    expect((await client.getSession()).data.session).toBeNull();
  });

  it('recovers an account and sets a new password', async () => {
    const email = await signedIn(makeClient());
    const client = makeClient();
    const requested = await client.resetPasswordForEmail(email, { redirectTo: emailRedirectTo });
    expect(requested.error).toBeNull();
    await harness.whenIdle();
    const fragment = fragmentOf(await openLink(harness, linkIn(harness.mails.at(-1))));
    expect(fragment.get('type')).toBe('recovery');
    await client.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect((await client.updateUser({ password: goodPassword })).error).toMatchObject({
      code: 'same_password',
    });
    expect((await client.updateUser({ password: 'Brand-New-1' })).error).toBeNull();
    const again = await makeClient().signInWithPassword({ email, password: 'Brand-New-1' });
    expect(again.error).toBeNull();
  });

  it('updates metadata as the account page does', async () => {
    const client = makeClient();
    await signedIn(client);
    const data = {
      full_name: 'Ada Lovelace',
      company: 'Analytical Engines',
      avatar_url: 'http://localhost:3000/avatars/a/b.svg',
      notifications: { email: true, marketing: false },
    };
    const updated = await client.updateUser({ data });
    expect(updated.error).toBeNull();
    expect(updated.data.user?.user_metadata).toMatchObject(data);
    expect((await client.getSession()).data.session?.user.user_metadata).toMatchObject(data);
  });

  it('resends the confirmation', async () => {
    const client = makeClient();
    const { email } = await signUp(client);
    const before = harness.mails.length;
    const { error } = await client.resend({ type: 'signup', email, options: { emailRedirectTo } });
    await harness.whenIdle();
    expect(error).toBeNull();
    expect(harness.mails.length).toBe(before + 1);
  });

  it('changes the address', async () => {
    const client = makeClient();
    await signedIn(client);
    const email = freshEmail();
    const { data } = await client.updateUser({ email }, { emailRedirectTo });
    expect(data.user?.new_email).toBe(email);
    const [toOld, toNew] = harness.mails.slice(-2);
    await openLink(harness, linkIn(toOld));
    const { data: verified } = await client.verifyOtp({
      email,
      token: codeIn(toNew),
      type: 'email_change',
    });
    expect(verified.user?.email).toBe(email);
  });

  it.each([
    [
      'signUp by phone',
      (client: GoTrueClient) => client.signUp({ phone: '1234567890', password: goodPassword }),
      'phone_provider_disabled',
    ],
    [
      'signInWithPassword by phone',
      (client: GoTrueClient) =>
        client.signInWithPassword({ phone: '1234567890', password: goodPassword }),
      'phone_provider_disabled',
    ],
    [
      'signInWithOtp by phone',
      (client: GoTrueClient) =>
        client.signInWithOtp({
          phone: '1234567890',
          options: { channel: 'whatsapp', captchaToken: 'some_token' },
        }),
      'phone_provider_disabled',
    ],
    [
      'verifyOtp by phone',
      (client: GoTrueClient) =>
        client.verifyOtp({ phone: '1234567890', token: '123456', type: 'sms' }),
      'otp_expired',
    ],
    [
      'verifyOtp with an invalid phone number',
      (client: GoTrueClient) =>
        client.verifyOtp({ phone: '123-invalid', token: '123456', type: 'phone_change' }),
      'validation_failed',
    ],
    [
      'signInWithWeb3',
      (client: GoTrueClient) =>
        client.signInWithWeb3({
          chain: 'solana',
          message: 'x',
          signature: new Uint8Array([1, 2, 3]),
        }),
      'web3_provider_disabled',
    ],
    [
      'signInAnonymously',
      (client: GoTrueClient) => client.signInAnonymously(),
      'anonymous_provider_disabled',
    ],
    [
      'signInWithSSO',
      (client: GoTrueClient) => client.signInWithSSO({ domain: 'example.com' }),
      'saml_provider_disabled',
    ],
    [
      'signInWithIdToken',
      (client: GoTrueClient) => client.signInWithIdToken({ provider: 'google', token: 'x' }),
      'provider_disabled',
    ],
  ])('gets the protocol error for %s', async (_, call, code) => {
    const { error } = await call(makeClient());
    expect(error).toMatchObject({ code });
  });
});

describe('the real auth client with PKCE', () => {
  it('signs up and exchanges the code of the link, once', async () => {
    const client = makeClient('pkce');
    const { email, error } = await signUp(client);
    expect(error).toBeNull();
    const link = linkIn(harness.mails.at(-1));
    expect(link.searchParams.get('token')).toMatch(/^pkce_/);
    const opened = new URL((await openLink(harness, link)).headers.get('location') ?? '');
    expect(opened.hash).toBe('');
    const code = opened.searchParams.get('code') ?? '';

    const { data, error: failed } = await client.exchangeCodeForSession(code);
    expect(failed).toBeNull();
    expect(data.user?.email).toBe(email);
    const body = { auth_code: code, code_verifier: 'x'.repeat(43) };
    const again = await harness.send('POST', '/token?grant_type=pkce', { body });
    expect([again.status, again.body['code']]).toEqual([404, 'flow_state_not_found']);
  });

  it('recovers an account', async () => {
    const email = await signedIn(makeClient());
    const client = makeClient('pkce');
    await client.resetPasswordForEmail(email, { redirectTo: emailRedirectTo });
    await harness.whenIdle();
    const opened = await openLink(harness, linkIn(harness.mails.at(-1)));
    const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const { data, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data).toMatchObject({ redirectType: 'recovery', user: { email } });
  });
});

describe('the real auth client, without a password', () => {
  it('signs in by a mailed code, with and without an account', async () => {
    const client = makeClient();
    const email = freshEmail();
    const sent = await client.signInWithOtp({ email, options: { emailRedirectTo } });
    expect(sent.error).toBeNull();
    await harness.whenIdle();
    const token = codeIn(harness.mails.at(-1));
    const { data, error } = await client.verifyOtp({ email, token, type: 'email' });
    expect([error, data.user?.email]).toEqual([null, email]);
    expect((await client.reauthenticate()).error).toBeNull();
    expect((await client.linkIdentity({ provider: 'github' })).error).toMatchObject({
      code: 'manual_linking_disabled',
    });
  });

  it('signs in by a mailed link with PKCE', async () => {
    const client = makeClient('pkce');
    const email = await signedIn(makeClient());
    await client.signInWithOtp({ email, options: { emailRedirectTo, shouldCreateUser: false } });
    await harness.whenIdle();
    const response = await openLink(harness, linkIn(harness.mails.at(-1)));
    const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const { data, error } = await client.exchangeCodeForSession(code);
    expect([error, data.user?.email]).toEqual([null, email]);
  });
});

describe('the real auth client, with a second factor', () => {
  it('enrols a factor, reads the assurance level, verifies and unenrols the factor', async () => {
    const client = makeClient();
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    const email = await signedIn(client);
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    if (data?.type !== 'totp') throw new Error('There is no factor.');
    expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) });
    const code = () => totp.generate({ timestamp: harness.now().getTime() });
    const proven = await client.mfa.challengeAndVerify({ factorId: data.id, code: code() });
    expect(proven.error).toBeNull();
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'otp' }],
    });
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([
      { id: data.id, friendly_name: 'Phone' },
    ]);
    expect((await client.refreshSession()).error).toBeNull();

    const other = makeClient();
    await other.signInWithPassword({ email, password: goodPassword });
    expect((await other.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    expect((await other.mfa.unenroll({ factorId: data.id })).error).toMatchObject({
      code: 'insufficient_aal',
    });
    expect((await other.signOut({ scope: 'others' })).error).toMatchObject({
      code: 'insufficient_aal',
    });
    const wrong = await other.mfa.challengeAndVerify({ factorId: data.id, code: '12345x' });
    expect(wrong.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 });

    expect((await client.mfa.unenroll({ factorId: data.id })).error).toBeNull();
    await client.refreshSession();
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });
  });
});
