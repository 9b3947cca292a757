import { decodeJwt } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAuthTestHarness,
  fragmentOf,
  freshEmail,
  goodPassword,
  linkIn,
  openLink,
} from '#server/testing/auth-test-harness.ts';

const harness = await createAuthTestHarness({ environment: { ANONYMOUS_SIGN_IN: 'on' } });
afterAll(() => harness.stop());

async function signInAnonymously() {
  const { body } = await harness.send('POST', '/signup', { body: { data: { theme: 'dark' } } });
  return String(body['access_token']);
}

describe('an anonymous sign-in', () => {
  it('starts a session whose token has the is_anonymous claim', async () => {
    const token = await signInAnonymously();
    expect(decodeJwt(token)).toMatchObject({
      is_anonymous: true,
      role: 'authenticated',
      email: '',
      amr: [{ method: 'anonymous' }],
    });
    const user = await harness.send('GET', '/user', { token });
    expect(user.body).toMatchObject({
      is_anonymous: true,
      user_metadata: { theme: 'dark' },
      identities: [],
    });
    expect((await harness.send('GET', '/settings')).body['external']).toMatchObject({
      anonymous_users: true,
    });
  });

  it('becomes a regular account with its first address', async () => {
    const token = await signInAnonymously();
    const early = await harness.send('PUT', '/user', { token, body: { password: goodPassword } });
    expect([early.status, early.body['code']]).toEqual([422, 'validation_failed']);
    const email = freshEmail();
    const before = harness.mails.length;
    await harness.send('PUT', '/user', { token, body: { email } });
    expect(harness.mails.slice(before).map(({ to }) => to)).toEqual([email]);
    const confirmed = fragmentOf(await openLink(harness, linkIn(harness.mails.at(-1))));
    expect(decodeJwt(confirmed.get('access_token') ?? '')).toMatchObject({ is_anonymous: false });
    const user = await harness.send('PUT', '/user', { token, body: { password: goodPassword } });
    expect(user.body).toMatchObject({
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email' },
      user_metadata: { theme: 'dark', email, email_verified: true },
      identities: [{ provider: 'email', identity_data: { email, email_verified: true } }],
    });
    const body = { email, password: goodPassword };
    expect((await harness.send('POST', '/token?grant_type=password', { body })).status).toBe(200);
  });

  it('gets an address and a password in one request when CONFIRM_EMAIL is off', async () => {
    const unconfirmedHarness = await createAuthTestHarness({
      environment: { ANONYMOUS_SIGN_IN: 'on', CONFIRM_EMAIL: 'off' },
    });
    const { body } = await unconfirmedHarness.send('POST', '/signup', { body: {} });
    const token = String(body['access_token']);
    const credentials = { email: freshEmail(), password: goodPassword };
    const user = await unconfirmedHarness.send('PUT', '/user', { token, body: credentials });
    expect(user.body).toMatchObject({ email: credentials.email, is_anonymous: false });
    const signIn = await unconfirmedHarness.send('POST', '/token?grant_type=password', {
      body: credentials,
    });
    expect([signIn.status, unconfirmedHarness.mails]).toEqual([200, []]);
    const other = await unconfirmedHarness.send('POST', '/signup', { body: {} });
    const conflict = await unconfirmedHarness.send('PUT', '/user', {
      token: String(other.body['access_token']),
      body: credentials,
    });
    expect(conflict.body['code']).toBe('email_exists');
    await unconfirmedHarness.stop();
  });

  it('cannot be reauthenticated by mail', async () => {
    const response = await harness.send('GET', '/reauthenticate', {
      token: await signInAnonymously(),
    });
    expect([response.status, response.body]).toEqual([
      422,
      {
        code: 'validation_failed',
        message: 'Reauthentication requires the user to have an email or a phone number',
      },
    ]);
  });

  it('is limited per network address', async () => {
    const limitedHarness = await createAuthTestHarness({
      environment: { ANONYMOUS_SIGN_IN: 'on', HOST: '0.0.0.0' },
    });
    const responses = await Promise.all(
      Array.from({ length: 31 }, () =>
        limitedHarness.send('POST', '/signup', { body: {}, from: '192.0.2.7' }),
      ),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.map(({ body }) => body['code'])).toEqual(['over_request_rate_limit']);
    await limitedHarness.stop();
  });
});
