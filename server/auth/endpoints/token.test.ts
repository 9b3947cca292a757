import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAuthTestHarness,
  freshEmail,
  goodPassword,
  createPerson,
  type AuthResponse,
} from '#server/testing/auth-test-harness.ts';
import { anyNumber, anyText, like } from '#server/testing/matchers.ts';
import { whileTransactionIsOpen } from '#server/testing/while-transaction-is-open.ts';

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());

function signIn(email: string, password: string, from = '127.0.0.1'): Promise<AuthResponse> {
  return harness.send('POST', '/token?grant_type=password', { body: { email, password }, from });
}

const refresh = (token: unknown) => harness.refresh(token);

it('a session has no amr timestamp in the future, even at the end of a second', async () => {
  const person = await createPerson(harness);
  harness.advance(1_600 - (harness.now().getTime() % 1_000));
  const response = await signIn(person.email, goodPassword);
  const { amr, iat } = decodeJwt(String(response.body['access_token']));
  const [proof] = amr as [{ readonly timestamp: number }];
  expect(proof.timestamp).toBeLessThanOrEqual(iat ?? 0);
});

describe('POST /token?grant_type=password', () => {
  it('refuses a password that is replaced while it is checked', async () => {
    const person = await createPerson(harness);
    const replace = `update auth.users set encrypted_password = 'new' where id = $1`;
    const { status, body } = await whileTransactionIsOpen(
      harness.database,
      (change) => change.query(replace, [person.id]),
      () => signIn(person.email, goodPassword),
      (change) => change.query('delete from auth.sessions where user_id = $1', [person.id]),
    );
    expect([status, body['code']]).toEqual([400, 'invalid_credentials']);
    const left = 'select from auth.sessions where user_id = $1';
    expect(await harness.database.sql(left, [person.id])).toEqual([]);
  });

  it("signs in with GoTrue's claims", async () => {
    const person = await createPerson(harness);
    const response = await signIn(person.email.toUpperCase(), goodPassword);
    expect(response.status).toBe(200);
    const token = String(response.body['access_token']);
    const seconds = Math.floor(harness.now().getTime() / 1000);
    expect(decodeProtectedHeader(token)).toEqual({
      alg: 'ES256',
      kid: harness.keys.jwks.keys[0]?.kid,
      typ: 'JWT',
    });
    const claims = decodeJwt(token);
    expect(claims).toEqual({
      iss: 'http://localhost:3000/auth/v1',
      sub: person.id,
      aud: 'authenticated',
      exp: Number(claims.iat) + 3600,
      iat: anyNumber,
      email: person.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {
        email: person.email,
        email_verified: true,
        phone_verified: false,
        sub: person.id,
      },
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: anyNumber }],
      session_id: like(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    });
    expect(Math.abs(Number(claims.iat) - seconds)).toBeLessThan(30);
    expect(response.body).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: claims.exp,
      user: { id: person.id, last_sign_in_at: anyText },
    });
    expect(response.text).not.toContain('encrypted_password');
    expect(response.text).not.toContain('$2b$');
  });

  it.each([
    ['neither address nor phone', { password: 'x' }, 400, 'validation_failed'],
    ['a phone', { phone: '+49', password: 'x' }, 422, 'phone_provider_disabled'],
    ['no password', { email: 'a@example.com' }, 400, 'invalid_credentials'],
    ['an address with SQL', { email: "' or 1=1 --", password: 'x' }, 400, 'invalid_credentials'],
    ['no JSON', 'email=a', 400, 'bad_json'],
  ])('refuses %s', async (_, body, status, code) => {
    const response = await harness.send('POST', '/token?grant_type=password', { body });
    expect([response.status, response.body['code']]).toEqual([status, code]);
  });

  it('refuses a wrong password and an unknown address alike after the same work', async () => {
    const person = await createPerson(harness);
    const wrong = await signIn(person.email, 'Wrong-Pass-1');
    const unknown = await signIn(freshEmail(), 'Wrong-Pass-1');
    expect(wrong.body).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
  });

  it('reports an unconfirmed address only with the right password', async () => {
    const email = freshEmail();
    await harness.send('POST', '/signup', { body: { email, password: goodPassword } });
    expect((await signIn(email, 'Wrong-Pass-1')).body['code']).toBe('invalid_credentials');
    expect((await signIn(email, goodPassword)).body['code']).toBe('email_not_confirmed');
  });

  it('refuses a banned user', async () => {
    const person = await createPerson(harness);
    await harness.database.sql(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [person.id],
    );
    expect((await signIn(person.email, goodPassword)).body['code']).toBe('user_banned');
    expect((await refresh(person.refreshToken)).body['code']).toBe('user_banned');
    const user = await harness.send('GET', '/user', { token: person.accessToken });
    expect([user.status, user.body['code']]).toEqual([403, 'user_banned']);
  });

  it('refuses a password that only shares the first 72 bytes', async () => {
    const person = await createPerson(harness);
    const longestPassword = `Aa1${'x'.repeat(69)}`;
    await harness.send('PUT', '/user', {
      token: person.accessToken,
      body: { password: longestPassword },
    });
    expect((await signIn(person.email, longestPassword)).status).toBe(200);
    expect((await signIn(person.email, `${longestPassword}y`)).body['code']).toBe(
      'invalid_credentials',
    );
  });

  it.each([
    ['id_token', 400, 'validation_failed'],
    ['web3', 422, 'web3_provider_disabled'],
    ['toString', 400, 'invalid_credentials'],
    ['', 400, 'invalid_credentials'],
  ])('refuses the grant %o', async (grant, status, code) => {
    const response = await harness.send('POST', `/token?grant_type=${grant}`, { body: {} });
    expect([response.status, response.body['code']]).toEqual([status, code]);
  });
});

describe('the limit of wrong passwords', () => {
  it('refuses after ten from one network address, with and without an account', async () => {
    const person = await createPerson(harness);
    for (const email of [person.email, freshEmail()]) {
      const responses = [];
      for (let i = 0; i < 11; i += 1)
        responses.push(await signIn(email, 'Wrong-Pass-1', '10.1.1.1'));
      expect(responses.map((response) => response.status)).toEqual([
        ...Array<number>(10).fill(400),
        429,
      ]);
      expect(responses.at(-1)?.body['code']).toBe('over_request_rate_limit');
      expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // The right password is refused from there too, but works from another address.
    expect((await signIn(person.email, goodPassword, '10.1.1.1')).status).toBe(429);
    expect((await signIn(person.email, goodPassword, '10.2.2.2')).status).toBe(200);
  });

  it('counts concurrent attempts', async () => {
    const person = await createPerson(harness);
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => signIn(person.email, 'Wrong-Pass-1', '10.3.3.3')),
    );
    expect(responses.filter((response) => response.status === 400)).toHaveLength(10);
  });

  it('does not count successful sign-ins', async () => {
    const person = await createPerson(harness);
    for (let i = 0; i < 12; i += 1) {
      expect((await signIn(person.email, goodPassword, '10.4.4.4')).status).toBe(200);
    }
  });

  it('does not count the sign-in attempt that precedes a sign-up', async () => {
    const email = freshEmail();
    for (let i = 0; i < 12; i += 1) {
      const attempt = await signIn(email, goodPassword, '10.5.5.5');
      expect(attempt.status).toBe(400);
      await harness.send('POST', '/signup', {
        body: { email, password: goodPassword },
        from: '10.5.5.5',
      });
    }
  });
});

describe('POST /token?grant_type=refresh_token', () => {
  it('rotates the token and keeps the session', async () => {
    const person = await createPerson(harness);
    const response = await refresh(person.refreshToken);
    expect(response.status).toBe(200);
    expect(response.body['refresh_token']).not.toBe(person.refreshToken);
    const [before, after] = [person.accessToken, String(response.body['access_token'])].map(
      decodeJwt,
    );
    expect(after?.['session_id']).toBe(before?.['session_id']);
    expect(after?.['amr']).toEqual(before?.['amr']);
    const user = await harness.send('GET', '/user', {
      token: String(response.body['access_token']),
    });
    expect(user.body['id']).toBe(person.id);
  });

  it('stores refresh tokens as hashes only', async () => {
    const person = await createPerson(harness);
    const next = String((await refresh(person.refreshToken)).body['refresh_token']);
    const [row] = await harness.database.sql<{ all: string }>(
      'select jsonb_agg(to_jsonb(t))::text as all from auth.refresh_tokens t where user_id = $1',
      [person.id],
    );
    expect(row?.all).not.toContain(person.refreshToken);
    expect(row?.all).not.toContain(next);
  });

  it('returns the same successor to two concurrent refreshes', async () => {
    const person = await createPerson(harness);
    const first = await refresh(person.refreshToken);
    harness.advance(5_000);
    const second = await refresh(person.refreshToken);
    expect(second.status).toBe(200);
    expect(second.body['refresh_token']).toBe(first.body['refresh_token']);
  });

  it('returns the active token to a tab several refreshes behind within the interval', async () => {
    const person = await createPerson(harness);
    const second = await refresh(person.refreshToken);
    const third = await refresh(second.body['refresh_token']);
    const late = await refresh(person.refreshToken);
    expect(late.body['refresh_token']).toBe(third.body['refresh_token']);
  });

  it.each([
    ['nothing', undefined, 'validation_failed'],
    ['an unknown one', 'x'.repeat(32), 'refresh_token_not_found'],
    ['a number', 7, 'bad_json'],
  ])('refuses %s', async (_, token, code) => {
    const response = await refresh(token);
    expect([response.status, response.body['code']]).toEqual([400, code]);
  });
});
