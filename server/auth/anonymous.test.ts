import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuthBench,
  fragmentOf,
  freshEmail,
  goodPassword,
  linkIn,
  open,
} from '#server/testing/auth-bench.ts';
import type { AuthBench } from '#server/testing/auth-bench.ts';

let bench: AuthBench;
beforeAll(async () => {
  bench = await createAuthBench({ environment: { ANONYMOUS_SIGN_IN: 'on' } });
});
afterAll(() => bench.stop());

async function begin() {
  const { body } = await bench.send('POST', '/signup', { body: { data: { theme: 'dark' } } });
  return String(body['access_token']);
}

describe('an anonymous sign-in', () => {
  it('makes a session whose token says what it is', async () => {
    const token = await begin();
    expect(decodeJwt(token)).toMatchObject({
      is_anonymous: true,
      role: 'authenticated',
      email: '',
      amr: [{ method: 'anonymous' }],
    });
    const user = await bench.send('GET', '/user', { token });
    expect(user.body).toMatchObject({
      is_anonymous: true,
      user_metadata: { theme: 'dark' },
      identities: [],
    });
    expect((await bench.send('GET', '/settings')).body['external']).toMatchObject({
      anonymous_users: true,
    });
  });

  it('becomes an account like any other by its first address', async () => {
    const token = await begin();
    const early = await bench.send('PUT', '/user', { token, body: { password: goodPassword } });
    expect([early.status, early.body['code']]).toEqual([422, 'validation_failed']);
    const email = freshEmail();
    const before = bench.mails.length;
    await bench.send('PUT', '/user', { token, body: { email } });
    expect(bench.mails.slice(before).map(({ to }) => to)).toEqual([email]);
    const confirmed = fragmentOf(await open(bench, linkIn(bench.mails.at(-1))));
    expect(decodeJwt(confirmed.get('access_token') ?? '')).toMatchObject({ is_anonymous: false });
    const user = await bench.send('PUT', '/user', { token, body: { password: goodPassword } });
    expect(user.body).toMatchObject({
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email' },
      user_metadata: { theme: 'dark', email, email_verified: true },
      identities: [{ provider: 'email', identity_data: { email, email_verified: true } }],
    });
    const body = { email, password: goodPassword };
    expect((await bench.send('POST', '/token?grant_type=password', { body })).status).toBe(200);
  });

  it('gets an address and a password at once where addresses are not confirmed', async () => {
    const own = await createAuthBench({
      environment: { ANONYMOUS_SIGN_IN: 'on', CONFIRM_EMAIL: 'off' },
    });
    const { body } = await own.send('POST', '/signup', { body: {} });
    const token = String(body['access_token']);
    const given = { email: freshEmail(), password: goodPassword };
    const user = await own.send('PUT', '/user', { token, body: given });
    expect(user.body).toMatchObject({ email: given.email, is_anonymous: false });
    const signIn = await own.send('POST', '/token?grant_type=password', { body: given });
    expect([signIn.status, own.mails]).toEqual([200, []]);
    const other = await own.send('POST', '/signup', { body: {} });
    const taken = await own.send('PUT', '/user', {
      token: String(other.body['access_token']),
      body: given,
    });
    expect(taken.body['code']).toBe('email_exists');
    await own.stop();
  });

  it('cannot be reauthenticated by mail', async () => {
    const answer = await bench.send('GET', '/reauthenticate', { token: await begin() });
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        code: 'validation_failed',
        message: 'Reauthentication requires the user to have an email or a phone number',
      },
    ]);
  });

  it('is limited for a place', async () => {
    const own = await createAuthBench({
      environment: { ANONYMOUS_SIGN_IN: 'on', HOST: '0.0.0.0' },
    });
    const answers = await Promise.all(
      Array.from({ length: 31 }, () =>
        own.send('POST', '/signup', { body: {}, from: '192.0.2.7' }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ body }) => body['code'])).toEqual(['over_request_rate_limit']);
    await own.stop();
  });
});
