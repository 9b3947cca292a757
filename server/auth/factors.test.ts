import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuthBench,
  goodPassword,
  linkIn,
  makePerson,
  open,
  fragmentOf,
} from '#server/testing/auth-bench.ts';
import type { AuthBench, Person } from '#server/testing/auth-bench.ts';
import { anyId, anyNumber, anyText, like } from '#server/testing/matchers.ts';

let bench: AuthBench;
beforeAll(async () => {
  bench = await createAuthBench();
});
afterAll(() => bench.stop());

const halfMinute = 30_000;

interface Enrolled {
  readonly id: string;
  readonly code: () => string;
}

async function enroll(token: string, body: Record<string, unknown> = {}) {
  return bench.send('POST', '/factors', { token, body: { factor_type: 'totp', ...body } });
}

async function enrolled(token: string, name = ''): Promise<Enrolled> {
  const { body } = await enroll(token, { friendly_name: name });
  const uri = new URL((body['totp'] as { uri: string }).uri);
  const secret = Secret.fromBase32(uri.searchParams.get('secret') ?? '');
  const totp = new TOTP({ secret });
  const code = () => totp.generate({ timestamp: bench.now().getTime() });
  return { id: String(body['id']), code };
}

async function challenge(token: string, factor: Enrolled, from?: string) {
  const sent = from === undefined ? { token } : { token, from };
  return (await bench.send('POST', `/factors/${factor.id}/challenge`, sent)).body['id'];
}

async function prove(token: string, factor: Enrolled, code = factor.code()) {
  const body = { challenge_id: await challenge(token, factor), code };
  return bench.send('POST', `/factors/${factor.id}/verify`, { token, body });
}

async function signIn({ email }: Person) {
  const body = { email, password: goodPassword };
  const { body: session } = await bench.send('POST', '/token?grant_type=password', { body });
  return session;
}

/** Somebody with a second factor, and their session with it. */
async function makeTwoFactorPerson() {
  const person = await makePerson(bench);
  const factor = await enrolled(person.accessToken);
  const { body } = await prove(person.accessToken, factor);
  // The next code is one that was not used yet.
  bench.advance(halfMinute);
  return { person, factor, token: String(body['access_token']), session: body };
}

describe('POST /factors', () => {
  it('gives the secret, its address and a picture of it', async () => {
    const person = await makePerson(bench);
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
    const user = await bench.send('GET', '/user', { token: person.accessToken });
    expect(user.body['factors']).toMatchObject([{ id: body['id'], status: 'unverified' }]);
    expect(user.text).not.toContain((body['totp'] as { secret: string }).secret);
    expect(bench.logged.join()).not.toContain((body['totp'] as { secret: string }).secret);
  });

  it.each([
    [{ factor_type: 'phone' }, 422, 'mfa_phone_enroll_not_enabled'],
    [{ factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    [{ factor_type: 'x' }, 400, 'validation_failed'],
    [{ friendly_name: 'x'.repeat(101) }, 400, 'validation_failed'],
  ])('refuses %o', async (body, status, code) => {
    const { accessToken } = await makePerson(bench);
    const answer = await enroll(accessToken, body);
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  });

  it('refuses a name twice, and forgets after five minutes what was not confirmed', async () => {
    const { accessToken } = await makePerson(bench);
    await enroll(accessToken);
    const twice = await enroll(accessToken);
    expect([twice.status, twice.body['code']]).toEqual([422, 'mfa_factor_name_conflict']);
    bench.advance(301_000);
    expect((await enroll(accessToken)).status).toBe(200);
  });

  it('takes ten, also of many at once', async () => {
    const { accessToken } = await makePerson(bench);
    const names = Array.from({ length: 12 }, (_, index) => `Number ${index}`);
    const answers = await Promise.all(
      names.map((name) => enroll(accessToken, { friendly_name: name })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body['code'])).toEqual(
      Array.from({ length: 2 }, () => 'too_many_enrolled_mfa_factors'),
    );
  });

  it('needs the second factor for another one', async () => {
    const { person } = await makeTwoFactorPerson();
    const token = String((await signIn(person))['access_token']);
    const answer = await enroll(token, { friendly_name: 'Another' });
    expect([answer.status, answer.body['code']]).toEqual([403, 'insufficient_aal']);
  });
});

describe('POST /factors/{id}/verify', () => {
  it('raises the session, and says by what', async () => {
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
    const refreshed = await bench.send('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: session['refresh_token'] },
    });
    expect(decodeJwt(String(refreshed.body['access_token']))).toMatchObject({ aal: 'aal2' });
  });

  it('ends the sessions without it, and the refresh tokens from before', async () => {
    const person = await makePerson(bench);
    const other = await signIn(person);
    const factor = await enrolled(person.accessToken);
    await prove(person.accessToken, factor);
    for (const refreshToken of [other['refresh_token'], person.refreshToken]) {
      const answer = await bench.send('POST', '/token?grant_type=refresh_token', {
        body: { refresh_token: refreshToken },
      });
      expect(answer.body['code']).toBe('refresh_token_not_found');
    }
    const user = await bench.send('GET', '/user', { token: String(other['access_token']) });
    expect(user.body['code']).toBe('session_not_found');
  });

  it('leaves a new sign-in at the first level until the code is given', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    const token = String((await signIn(person))['access_token']);
    expect(decodeJwt(token)).toMatchObject({ aal: 'aal1' });
    const raised = await prove(token, factor);
    expect(decodeJwt(String(raised.body['access_token']))).toMatchObject({ aal: 'aal2' });
  });

  it('takes a code once, also of many at once', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    const tokens = await Promise.all(
      [1, 2, 3].map(async () => (await signIn(person))['access_token']),
    );
    const code = factor.code();
    const answers = await Promise.all(tokens.map((token) => prove(String(token), factor, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('takes the code of a clock that is half a minute off, and no other', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    const late = factor.code();
    bench.advance(halfMinute);
    const token = String((await signIn(person))['access_token']);
    expect((await prove(token, factor, late)).status).toBe(200);
    const old = factor.code();
    bench.advance(3 * halfMinute);
    const answer = await prove(String((await signIn(person))['access_token']), factor, old);
    expect([answer.status, answer.body['code']]).toEqual([422, 'mfa_verification_failed']);
  });

  it('stops guessing after ten, in whatever session', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    const wrong = factor.code() === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 10; guess += 1) {
      const token = String((await signIn(person))['access_token']);
      expect((await prove(token, factor, wrong)).body['code']).toBe('mfa_verification_failed');
    }
    const answer = await prove(String((await signIn(person))['access_token']), factor);
    expect([answer.status, answer.body['code']]).toEqual([429, 'over_request_rate_limit']);
    bench.advance(301_000);
    expect((await prove(String((await signIn(person))['access_token']), factor)).status).toBe(200);
  });

  it('refuses a challenge that is old, used, made elsewhere, or of another factor', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    const token = String((await signIn(person))['access_token']);
    const verify = (id: unknown) =>
      bench.send('POST', `/factors/${factor.id}/verify`, {
        token,
        body: { challenge_id: id, code: factor.code() },
      });
    const old = await challenge(token, factor);
    bench.advance(300_001);
    expect((await verify(old)).body['code']).toBe('mfa_challenge_expired');
    const elsewhere = await challenge(token, factor, '192.0.2.1');
    expect((await verify(elsewhere)).body['code']).toBe('mfa_ip_address_mismatch');
    const someone = await makePerson(bench);
    const foreign = await challenge(someone.accessToken, await enrolled(someone.accessToken));
    const answer = await verify(foreign);
    expect([answer.status, answer.body['code']]).toEqual([422, 'mfa_factor_not_found']);
    expect((await verify('x')).body['code']).toBe('mfa_factor_not_found');
    const used = await challenge(token, factor);
    expect((await verify(used)).status).toBe(200);
    bench.advance(halfMinute);
    expect((await verify(used)).body['code']).toBe('mfa_ip_address_mismatch');
  });

  it("does not let anybody at somebody else's factor", async () => {
    const { factor } = await makeTwoFactorPerson();
    const { accessToken } = await makePerson(bench);
    for (const [method, path] of [
      ['POST', `/factors/${factor.id}/challenge`],
      ['POST', `/factors/${factor.id}/verify`],
      ['DELETE', `/factors/${factor.id}`],
    ] as const) {
      const answer = await bench.send(method, path, { token: accessToken, body: {} });
      expect([answer.status, answer.body['code']]).toEqual([404, 'mfa_factor_not_found']);
    }
  });
});

describe('with a second factor', () => {
  it('a recovery link alone changes no password and no address', async () => {
    const { person, factor } = await makeTwoFactorPerson();
    await bench.send('POST', '/recover', { body: { email: person.email } });
    await bench.settled();
    const token =
      fragmentOf(await open(bench, linkIn(bench.mails.at(-1)))).get('access_token') ?? '';
    for (const body of [{ password: 'Another-Act-9' }, { email: 'thief@example.com' }]) {
      const answer = await bench.send('PUT', '/user', { token, body });
      expect([answer.status, answer.body['code']]).toEqual([401, 'insufficient_aal']);
    }
    const raised = String((await prove(token, factor)).body['access_token']);
    const body = { password: 'Another-Act-9' };
    expect((await bench.send('PUT', '/user', { token: raised, body })).status).toBe(200);
  });
});

describe('DELETE /factors/{id}', () => {
  it('needs the second factor, and lets the session fall back', async () => {
    const { person, factor, session } = await makeTwoFactorPerson();
    const low = String((await signIn(person))['access_token']);
    const refused = await bench.send('DELETE', `/factors/${factor.id}`, { token: low });
    expect([refused.status, refused.body['code']]).toEqual([422, 'insufficient_aal']);
    const token = String(session['access_token']);
    const answer = await bench.send('DELETE', `/factors/${factor.id}`, { token });
    expect([answer.status, answer.body]).toEqual([200, { id: factor.id }]);
    const refreshed = await bench.send('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: session['refresh_token'] },
    });
    const claims = decodeJwt(String(refreshed.body['access_token']));
    expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] });
    expect(refreshed.body['user']).not.toHaveProperty('factors');
  });

  it('needs nothing more for one that was never confirmed', async () => {
    const { accessToken } = await makePerson(bench);
    const factor = await enrolled(accessToken);
    const answer = await bench.send('DELETE', `/factors/${factor.id}`, { token: accessToken });
    expect(answer.status).toBe(200);
  });
});
