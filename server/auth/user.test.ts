import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuthBench,
  fragmentOf,
  freshEmail,
  goodPassword,
  linkIn,
  makePerson,
  open,
} from '#server/testing/auth-bench.ts';
import type { AuthBench, Person } from '#server/testing/auth-bench.ts';

let bench: AuthBench;
beforeAll(async () => {
  bench = await createAuthBench();
});
afterAll(() => bench.stop());

async function signIn(person: Person, password = goodPassword) {
  const body = { email: person.email, password };
  const { body: session } = await bench.send('POST', '/token?grant_type=password', { body });
  return String(session['access_token']);
}

const alive = async (token: string) => (await bench.send('GET', '/user', { token })).status === 200;

describe('GET /user', () => {
  it.each([
    ['no token', {}, 401, 'no_authorization'],
    ['a token that is none', { authorization: 'Bearer x' }, 403, 'bad_jwt'],
    ['an unknown key', { apikey: 'sb_publishable_x' }, 401, 'no_authorization'],
  ])('refuses %s', async (_, headers, status, code) => {
    const answer = await bench.send('GET', '/user', { headers });
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  });

  it('refuses the key as a token', async () => {
    const answer = await bench.send('GET', '/user', { token: bench.secretKey });
    expect([answer.status, answer.body]).toEqual([
      403,
      { code: 'bad_jwt', message: 'invalid claim: missing sub claim' },
    ]);
  });

  it('refuses an expired token', async () => {
    const person = await makePerson(bench);
    bench.advance(3_600_001);
    const answer = await bench.send('GET', '/user', { token: person.accessToken });
    expect([answer.status, answer.body]).toEqual([
      403,
      {
        code: 'bad_jwt',
        message:
          'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired',
      },
    ]);
  });

  it('refuses the token of an account that is gone', async () => {
    const person = await makePerson(bench);
    await bench.database.sql('delete from auth.users where id = $1', [person.id]);
    const answer = await bench.send('GET', '/user', { token: person.accessToken });
    expect([answer.status, answer.body['code']]).toEqual([403, 'user_not_found']);
  });
});

describe('PUT /user', () => {
  it('changes metadata key by key; null takes a key away', async () => {
    const person = await makePerson(bench);
    const put = (data: unknown) =>
      bench.send('PUT', '/user', { token: person.accessToken, body: { data } });
    await put({ full_name: 'Ada', company: 'Analytical', notifications: { email: true } });
    const answer = await put({ company: null, avatar_url: 'https://example.com/a.svg' });
    expect(answer.status).toBe(200);
    expect(answer.body['user_metadata']).toMatchObject({
      full_name: 'Ada',
      notifications: { email: true },
      avatar_url: 'https://example.com/a.svg',
    });
    expect(answer.body['user_metadata']).not.toHaveProperty('company');
  });

  it('keeps all of many changes at once', async () => {
    const person = await makePerson(bench);
    const keys = Array.from({ length: 10 }, (_, i) => `key${i}`);
    await Promise.all(
      keys.map((key) =>
        bench.send('PUT', '/user', { token: person.accessToken, body: { data: { [key]: 1 } } }),
      ),
    );
    const { body } = await bench.send('GET', '/user', { token: person.accessToken });
    expect(body['user_metadata']).toMatchObject(Object.fromEntries(keys.map((key) => [key, 1])));
  });

  it('changes the password, and ends every other session', async () => {
    const person = await makePerson(bench);
    const [here, elsewhere] = [await signIn(person), await signIn(person)];
    const body = { password: 'Next-Act-2', current_password: goodPassword };
    expect((await bench.send('PUT', '/user', { token: here, body })).status).toBe(200);
    expect([await alive(here), await alive(elsewhere)]).toEqual([true, false]);
    expect(await alive(await signIn(person, 'Next-Act-2'))).toBe(true);
    const old = { email: person.email, password: goodPassword };
    const refused = await bench.send('POST', '/token?grant_type=password', { body: old });
    expect(refused.body['code']).toBe('invalid_credentials');
  });

  it.each([
    ['a weak password', { password: 'short' }, 422, 'weak_password'],
    ['the same password', { password: goodPassword }, 422, 'same_password'],
    ['an empty password', { password: '' }, 422, 'weak_password'],
    [
      'a wrong current password',
      { password: 'Next-Act-2', current_password: 'Next-Act-2' },
      400,
      'current_password_invalid',
    ],
    ['a phone', { phone: '+49' }, 422, 'phone_provider_disabled'],
    ['app_metadata', { app_metadata: { role: 'admin' } }, 403, 'not_admin'],
    ['data that is a text', { data: 'x' }, 400, 'bad_json'],
    ['much metadata', { data: { x: 'x'.repeat(7_000) } }, 400, 'validation_failed'],
    ['an address that is none', { email: 'nobody' }, 400, 'validation_failed'],
  ])('refuses %s and changes nothing', async (_, body, status, code) => {
    const person = await makePerson(bench);
    const before = await bench.send('GET', '/user', { token: person.accessToken });
    const answer = await bench.send('PUT', '/user', { token: person.accessToken, body });
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
    const after = await bench.send('GET', '/user', { token: person.accessToken });
    expect(after.text).toBe(before.text);
  });

  it('never lets a person become somebody else', async () => {
    const person = await makePerson(bench);
    const body = {
      data: { sub: 'x', role: 'service_role' },
      role: 'service_role',
      id: 'x',
      aud: 'x',
    };
    await bench.send('PUT', '/user', { token: person.accessToken, body });
    const { body: user } = await bench.send('GET', '/user', { token: await signIn(person) });
    expect(user).toMatchObject({ id: person.id, role: 'authenticated', aud: 'authenticated' });
  });

  it('changes the address once both addresses have agreed', async () => {
    const person = await makePerson(bench);
    const newEmail = freshEmail();
    const before = bench.mails.length;
    const answer = await bench.send('PUT', '/user', {
      token: person.accessToken,
      body: { email: newEmail },
    });
    expect(answer.body).toMatchObject({ email: person.email, new_email: newEmail });
    const [toOld, toNew] = bench.mails.slice(before);
    expect([toOld?.to, toNew?.to]).toEqual([person.email, newEmail]);

    const first = fragmentOf(await open(bench, linkIn(toOld)));
    expect(first.get('message')).toMatch(/confirm link sent to the other email/);
    const again = fragmentOf(await open(bench, linkIn(toOld)));
    expect(again.get('error_code')).toBe('otp_expired');
    const second = fragmentOf(await open(bench, linkIn(toNew)));
    const { body: user } = await bench.send('GET', '/user', {
      token: second.get('access_token') ?? '',
    });
    expect(user).toMatchObject({
      id: person.id,
      email: newEmail,
      identities: [{ email: newEmail }],
    });
    expect(user).not.toHaveProperty('new_email');
    expect(await alive(await signIn({ ...person, email: newEmail }))).toBe(true);
  });

  it('refuses an address that has an account', async () => {
    const [one, other] = [await makePerson(bench), await makePerson(bench)];
    const answer = await bench.send('PUT', '/user', {
      token: one.accessToken,
      body: { email: other.email },
    });
    expect([answer.status, answer.body['code']]).toEqual([422, 'email_exists']);
  });
});

describe('POST /logout', () => {
  it.each([
    ['', [false, false]],
    ['?scope=global', [false, false]],
    ['?scope=local', [false, true]],
    ['?scope=others', [true, false]],
  ])('ends the sessions of scope %o', async (query, expected) => {
    const person = await makePerson(bench);
    const [here, elsewhere] = [await signIn(person), await signIn(person)];
    const answer = await bench.send('POST', `/logout${query}`, { token: here });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect([await alive(here), await alive(elsewhere)]).toEqual(expected);
  });

  it("leaves other people's sessions alone, and takes the refresh token along", async () => {
    const [one, other] = [await makePerson(bench), await makePerson(bench)];
    await bench.send('POST', '/logout', { token: one.accessToken });
    expect(await alive(other.accessToken)).toBe(true);
    const body = { refresh_token: one.refreshToken };
    const refused = await bench.send('POST', '/token?grant_type=refresh_token', { body });
    expect(refused.body['code']).toBe('refresh_token_not_found');
  });

  it.each([['an unknown scope', '?scope=toString', 400, 'validation_failed']])(
    'refuses %s',
    async (_, query, status, code) => {
      const person = await makePerson(bench);
      const answer = await bench.send('POST', `/logout${query}`, { token: person.accessToken });
      expect([answer.status, answer.body['code']]).toEqual([status, code]);
      expect(await alive(person.accessToken)).toBe(true);
    },
  );

  it('refuses who is not signed in', async () => {
    const answer = await bench.send('POST', '/logout');
    expect([answer.status, answer.body['code']]).toEqual([401, 'no_authorization']);
  });
});
