import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createAuthTestHarness,
  goodPassword,
  linkIn,
  createPerson,
  openLink,
  fragmentOf,
  type Person,
} from '#server/testing/auth-test-harness.ts';
import { anyId, anyNumber, anyText, like } from '#server/testing/matchers.ts';

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());

const halfMinute = 30_000;

interface Enrolled {
  readonly id: string;
  readonly code: () => string;
}

async function enroll(token: string, body: Record<string, unknown> = {}) {
  return harness.send('POST', '/factors', { token, body: { factor_type: 'totp', ...body } });
}

async function enrolled(token: string): Promise<Enrolled> {
  const { body } = await enroll(token, { friendly_name: '' });
  const uri = new URL((body['totp'] as { uri: string }).uri);
  const secret = Secret.fromBase32(uri.searchParams.get('secret') ?? '');
  const totp = new TOTP({ secret });
  const code = () => totp.generate({ timestamp: harness.now().getTime() });
  return { id: String(body['id']), code };
}

async function challenge(token: string, factor: Enrolled, from?: string) {
  const sent = from === undefined ? { token } : { token, from };
  return (await harness.send('POST', `/factors/${factor.id}/challenge`, sent)).body['id'];
}

async function prove(token: string, factor: Enrolled, code = factor.code(), from = '127.0.0.1') {
  const body = { challenge_id: await challenge(token, factor, from), code };
  return harness.send('POST', `/factors/${factor.id}/verify`, { token, body, from });
}

async function signIn({ email }: Person) {
  const body = { email, password: goodPassword };
  const { body: session } = await harness.send('POST', '/token?grant_type=password', { body });
  return session;
}

/** Creates a person with a verified second factor and an aal2 session. */
async function makeTwoFactorPerson() {
  const person = await createPerson(harness);
  const factor = await enrolled(person.accessToken);
  const { body } = await prove(person.accessToken, factor);
  // Advance to the next code, because each code works once.
  harness.advance(halfMinute);
  return { person, factor, token: String(body['access_token']), session: body };
}

describe('POST /factors', () => {
  it('returns the secret, its otpauth URI and a QR code', async () => {
    const person = await createPerson(harness);
    const { body, status } = await enroll(person.accessToken, { friendly_name: 'Phone' });
    expect([status, body]).toEqual([
      200,
      {
        id: anyId,
        type: 'totp',
        friendly_name: 'Phone',
        totp: {
          qr_code: like(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^#%]*<\/svg>$/),
          secret: like(/^[A-Z2-7]{32}$/),
          uri: like(/^otpauth:\/\/totp\/Cuebook:person-.*issuer=Cuebook&secret=/),
        },
      },
    ]);
    const user = await harness.send('GET', '/user', { token: person.accessToken });
    expect(user.body['factors']).toMatchObject([{ id: body['id'], status: 'unverified' }]);
    expect(user.text).not.toContain((body['totp'] as { secret: string }).secret);
    expect(harness.logged.join()).not.toContain((body['totp'] as { secret: string }).secret);
  });

  it.each([
    [{ factor_type: 'phone' }, 422, 'mfa_phone_enroll_not_enabled'],
    [{ factor_type: 'x' }, 400, 'validation_failed'],
    [{ friendly_name: 'x'.repeat(101) }, 400, 'validation_failed'],
  ])('refuses %o', async (body, status, code) => {
    const { accessToken } = await createPerson(harness);
    const response = await enroll(accessToken, body);
    expect([response.status, response.body['code']]).toEqual([status, code]);
  });

  it('refuses a duplicate name, and deletes unverified factors after five minutes', async () => {
    const { accessToken } = await createPerson(harness);
    await enroll(accessToken);
    const twice = await enroll(accessToken);
    expect([twice.status, twice.body['code']]).toEqual([422, 'mfa_factor_name_conflict']);
    harness.advance(301_000);
    expect((await enroll(accessToken)).status).toBe(200);
  });

  it('accepts at most ten factors, also with concurrent requests', async () => {
    const { accessToken } = await createPerson(harness);
    const names = Array.from({ length: 12 }, (_, index) => `Number ${index}`);
    const responses = await Promise.all(
      names.map((name) => enroll(accessToken, { friendly_name: name })),
    );
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body['code'])).toEqual(
      Array.from({ length: 2 }, () => 'too_many_enrolled_mfa_factors'),
    );
  });

  it('requires aal2 for another factor', async () => {
    const { person } = await makeTwoFactorPerson();
    const token = String((await signIn(person))['access_token']);
    const response = await enroll(token, { friendly_name: 'Another' });
    expect([response.status, response.body['code']]).toEqual([403, 'insufficient_aal']);
  });
});

describe('POST /factors/{id}/verify', () => {
  it('elevates the session to aal2 and adds totp to the amr claim', async () => {
    const { session, factor } = await makeTwoFactorPerson();
    expect(session).toMatchObject({
      access_token: anyText,
      refresh_token: anyText,
      token_type: 'bearer',
      user: { factors: [{ id: factor.id, status: 'verified', factor_type: 'totp' }] },
    });
    const claims = decodeJwt(String(session['access_token']));
    expect(claims).toMatchObject({ aal: 'aal2' });
    expect(claims['amr']).toEqual([
      { method: 'totp', timestamp: anyNumber },
      { method: 'otp', timestamp: anyNumber },
    ]);
    const refreshed = await harness.refresh(session['refresh_token']);
    expect(decodeJwt(String(refreshed.body['access_token']))).toMatchObject({ aal: 'aal2' });
  });

  it("ends the user's aal1 sessions and revokes older refresh tokens", async () => {
    const person = await createPerson(harness);
    const other = await signIn(person);
    const factor = await enrolled(person.accessToken);
    await prove(person.accessToken, factor);
    for (const refreshToken of [other['refresh_token'], person.refreshToken]) {
      const response = await harness.refresh(refreshToken);
      expect(response.body['code']).toBe('refresh_token_not_found');
    }
    const user = await harness.send('GET', '/user', { token: String(other['access_token']) });
    expect(user.body['code']).toBe('session_not_found');
  });

  it('keeps a new sign-in at aal1 until the code is verified', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    const token = String((await signIn(person))['access_token']);
    expect(decodeJwt(token)).toMatchObject({ aal: 'aal1' });
    const elevated = await prove(token, factor);
    expect(decodeJwt(String(elevated.body['access_token']))).toMatchObject({ aal: 'aal2' });
  });

  it('accepts a code once, also with concurrent requests', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    const tokens = await Promise.all(
      [1, 2, 3].map(async () => (await signIn(person))['access_token']),
    );
    const code = factor.code();
    const responses = await Promise.all(tokens.map((token) => prove(String(token), factor, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('accepts the code of a clock that is half a minute off, and no other', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    const lateCode = factor.code();
    harness.advance(halfMinute);
    const token = String((await signIn(person))['access_token']);
    expect((await prove(token, factor, lateCode)).status).toBe(200);
    const old = factor.code();
    harness.advance(3 * halfMinute);
    const response = await prove(String((await signIn(person))['access_token']), factor, old);
    expect([response.status, response.body['code']]).toEqual([422, 'mfa_verification_failed']);
  });

  it('limits wrong codes to ten across all sessions', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    const wrong = factor.code() === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 10; guess += 1) {
      const token = String((await signIn(person))['access_token']);
      expect((await prove(token, factor, wrong)).body['code']).toBe('mfa_verification_failed');
    }
    const response = await prove(String((await signIn(person))['access_token']), factor);
    expect([response.status, response.body['code']]).toEqual([429, 'over_request_rate_limit']);
    harness.advance(301_000);
    expect((await prove(String((await signIn(person))['access_token']), factor)).status).toBe(200);
  });

  it('lets the person in while somebody with the password has used up their attempts', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    const thief = String((await signIn(person))['access_token']);
    const wrong = factor.code() === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 10; guess += 1) {
      await prove(thief, factor, wrong, '198.51.100.1');
    }
    expect((await prove(thief, factor, wrong, '198.51.100.1')).status).toBe(429);
    expect((await prove(String((await signIn(person))['access_token']), factor)).status).toBe(200);
  });

  it('limits wrong codes to twenty from all network addresses', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    const thief = String((await signIn(person))['access_token']);
    const wrong = factor.code() === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 20; guess += 1) {
      const { status } = await prove(thief, factor, wrong, `198.51.100.${guess}`);
      expect(status).toBe(422);
    }
    expect((await prove(thief, factor, wrong, '198.51.100.99')).status).toBe(429);
  });

  it('refuses an expired or used challenge, one of another address, or of another factor', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    const token = String((await signIn(person))['access_token']);
    const verify = (id: unknown) =>
      harness.send('POST', `/factors/${factor.id}/verify`, {
        token,
        body: { challenge_id: id, code: factor.code() },
      });
    const old = await challenge(token, factor);
    harness.advance(300_001);
    expect((await verify(old)).body['code']).toBe('mfa_challenge_expired');
    const elsewhere = await challenge(token, factor, '192.0.2.1');
    expect((await verify(elsewhere)).body['code']).toBe('mfa_ip_address_mismatch');
    const someone = await createPerson(harness);
    const foreign = await challenge(someone.accessToken, await enrolled(someone.accessToken));
    const response = await verify(foreign);
    expect([response.status, response.body['code']]).toEqual([422, 'mfa_factor_not_found']);
    expect((await verify('x')).body['code']).toBe('mfa_factor_not_found');
    const usedChallenge = await challenge(token, factor);
    expect((await verify(usedChallenge)).status).toBe(200);
    harness.advance(halfMinute);
    expect((await verify(usedChallenge)).body['code']).toBe('mfa_ip_address_mismatch');
  });

  it("refuses another user's factor", async () => {
    const { factor } = await makeTwoFactorPerson();
    const { accessToken } = await createPerson(harness);
    for (const [method, path] of [
      ['POST', `/factors/${factor.id}/challenge`],
      ['POST', `/factors/${factor.id}/verify`],
      ['DELETE', `/factors/${factor.id}`],
    ] as const) {
      const response = await harness.send(method, path, { token: accessToken, body: {} });
      expect([response.status, response.body['code']]).toEqual([404, 'mfa_factor_not_found']);
    }
  });
});

describe('PUT /user with a second factor', () => {
  it('refuses to change the password or address after a recovery link alone', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    await harness.send('POST', '/recover', { body: { email: person.email } });
    await harness.whenIdle();
    const token =
      fragmentOf(await openLink(harness, linkIn(harness.mails.at(-1)))).get('access_token') ?? '';
    for (const body of [{ password: 'Another-Act-9' }, { email: 'thief@example.com' }]) {
      const response = await harness.send('PUT', '/user', { token, body });
      expect([response.status, response.body['code']]).toEqual([401, 'insufficient_aal']);
    }
    const elevatedToken = String((await prove(token, factor)).body['access_token']);
    const body = { password: 'Another-Act-9' };
    expect((await harness.send('PUT', '/user', { token: elevatedToken, body })).status).toBe(200);
  });
});

describe('an aal1 session of an account with a second factor', () => {
  it.each([
    ['name', { full_name: 'Thief' }],
    ['picture', { avatar_url: 'https://evil.example/pixel.png' }],
    ['notifications', { notifications: { email: false } }],
    ['no change', {}],
  ])('cannot update user metadata (%s)', async (_field, data) => {
    const { person, token } = await makeTwoFactorPerson();
    const aal1Token = String((await signIn(person))['access_token']);
    const refused = await harness.send('PUT', '/user', { token: aal1Token, body: { data } });
    expect([refused.status, refused.body['code']]).toEqual([401, 'insufficient_aal']);
    expect((await harness.send('GET', '/user', { token })).body['user_metadata']).not.toMatchObject(
      {
        full_name: 'Thief',
      },
    );
    const changed = await harness.send('PUT', '/user', { token, body: { data } });
    expect(changed.status).toBe(200);
  });

  it.each(['global', 'others', ''])('cannot end other sessions (scope "%s")', async (scope) => {
    const { person, token } = await makeTwoFactorPerson();
    const aal1Token = String((await signIn(person))['access_token']);
    const path = scope === '' ? '/logout' : `/logout?scope=${scope}`;
    const refused = await harness.send('POST', path, { token: aal1Token });
    // Clients take 401 for signed out, and report 422.
    const status = scope === 'others' ? 422 : 401;
    expect([refused.status, refused.body['code']]).toEqual([status, 'insufficient_aal']);
    expect((await harness.send('GET', '/user', { token })).status).toBe(200);
    const own = await harness.send('GET', '/user', { token: aal1Token });
    expect(own.status).toBe(scope === 'others' ? 200 : 403);
    expect((await harness.send('POST', path, { token })).status).toBe(204);
    expect((await harness.send('GET', '/user', { token: aal1Token })).status).toBe(403);
  });

  it('can end its own session', async () => {
    const { person, token } = await makeTwoFactorPerson();
    const aal1Token = String((await signIn(person))['access_token']);
    expect((await harness.send('POST', '/logout?scope=local', { token: aal1Token })).status).toBe(
      204,
    );
    expect((await harness.send('GET', '/user', { token: aal1Token })).status).toBe(403);
    expect((await harness.send('GET', '/user', { token })).status).toBe(200);
  });
});

describe('DELETE /factors/{id}', () => {
  it('requires aal2 and sets the session back to aal1', async () => {
    const { person, factor, session } = await makeTwoFactorPerson();
    const aal1Token = String((await signIn(person))['access_token']);
    const refused = await harness.send('DELETE', `/factors/${factor.id}`, { token: aal1Token });
    expect([refused.status, refused.body['code']]).toEqual([422, 'insufficient_aal']);
    const token = String(session['access_token']);
    const response = await harness.send('DELETE', `/factors/${factor.id}`, { token });
    expect([response.status, response.body]).toEqual([200, { id: factor.id }]);
    const refreshed = await harness.refresh(session['refresh_token']);
    const claims = decodeJwt(String(refreshed.body['access_token']));
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] });
    expect(refreshed.body['user']).not.toHaveProperty('factors');
  });

  it('accepts an aal1 session for an unverified factor', async () => {
    const { accessToken } = await createPerson(harness);
    const factor = await enrolled(accessToken);
    const response = await harness.send('DELETE', `/factors/${factor.id}`, { token: accessToken });
    expect(response.status).toBe(200);
  });
});
