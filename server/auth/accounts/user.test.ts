import { afterAll, describe, expect, it } from 'vitest';
import {
  createAuthTestHarness,
  fragmentOf,
  freshEmail,
  goodPassword,
  linkIn,
  createPerson,
  openLink,
  type Person,
} from '#server/testing/auth-test-harness.ts';
import { whileTransactionIsOpen } from '#server/testing/while-transaction-is-open.ts';

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());

async function signIn(person: Person, password = goodPassword) {
  const body = { email: person.email, password };
  const { body: session } = await harness.send('POST', '/token?grant_type=password', { body });
  return String(session['access_token']);
}

const alive = async (token: string) =>
  (await harness.send('GET', '/user', { token })).status === 200;

describe('GET /user', () => {
  it.each([
    ['no token', {}, 401, 'no_authorization'],
    ['a token that is none', { authorization: 'Bearer x' }, 403, 'bad_jwt'],
    ['an unknown key', { apikey: 'sb_publishable_x' }, 401, 'no_authorization'],
  ])('refuses %s', async (_, headers, status, code) => {
    const response = await harness.send('GET', '/user', { headers });
    expect([response.status, response.body['code']]).toEqual([status, code]);
  });

  it('refuses an API key as the token', async () => {
    const response = await harness.send('GET', '/user', { token: harness.secretKey });
    expect([response.status, response.body]).toEqual([
      403,
      { code: 'bad_jwt', message: 'invalid claim: missing sub claim' },
    ]);
  });

  it('refuses an expired token', async () => {
    const person = await createPerson(harness);
    harness.advance(3_600_001);
    const response = await harness.send('GET', '/user', { token: person.accessToken });
    expect([response.status, response.body]).toEqual([
      403,
      {
        code: 'bad_jwt',
        message:
          'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired',
      },
    ]);
  });

  it('omits the time of the last sign-in with an identity where there was none', async () => {
    const person = await createPerson(harness);
    const sql = 'update auth.identities set last_sign_in_at = null where user_id = $1';
    await harness.database.sql(sql, [person.id]);
    const { body } = await harness.send('GET', '/user', { token: person.accessToken });
    const [identity] = body['identities'] as object[];
    expect(identity).toMatchObject({ provider: 'email' });
    expect(identity).not.toHaveProperty('last_sign_in_at');
  });

  it('refuses the token of a deleted account', async () => {
    const person = await createPerson(harness);
    await harness.database.sql('delete from auth.users where id = $1', [person.id]);
    const response = await harness.send('GET', '/user', { token: person.accessToken });
    expect([response.status, response.body['code']]).toEqual([403, 'user_not_found']);
  });
});

describe('an account that is deleted during a request', () => {
  it.each([
    ['PUT', '/user', { data: { theme: 'dark' } }],
    ['POST', '/factors', { factor_type: 'totp' }],
  ] as const)('%s %s answers that it does not exist', async (method, path, body) => {
    const person = await createPerson(harness);
    const { status, body: sent } = await whileTransactionIsOpen(
      harness.database,
      (deletion) => deletion.query('delete from auth.users where id = $1', [person.id]),
      () => harness.send(method, path, { token: person.accessToken, body }),
    );
    expect([status, sent['code']]).toEqual([403, 'user_not_found']);
  });
});

describe('PUT /user', () => {
  it('merges metadata key by key and deletes keys with a null value', async () => {
    const person = await createPerson(harness);
    const put = (data: unknown) =>
      harness.send('PUT', '/user', { token: person.accessToken, body: { data } });
    await put({ full_name: 'Ada', company: 'Analytical', notifications: { email: true } });
    const response = await put({ company: null, avatar_url: 'https://example.com/a.svg' });
    expect(response.status).toBe(200);
    expect(response.body['user_metadata']).toMatchObject({
      full_name: 'Ada',
      notifications: { email: true },
      avatar_url: 'https://example.com/a.svg',
    });
    expect(response.body['user_metadata']).not.toHaveProperty('company');
  });

  it('keeps all of several concurrent metadata changes', async () => {
    const person = await createPerson(harness);
    const keys = Array.from({ length: 10 }, (_, i) => `key${i}`);
    await Promise.all(
      keys.map((key) =>
        harness.send('PUT', '/user', { token: person.accessToken, body: { data: { [key]: 1 } } }),
      ),
    );
    const { body } = await harness.send('GET', '/user', { token: person.accessToken });
    expect(body['user_metadata']).toMatchObject(Object.fromEntries(keys.map((key) => [key, 1])));
  });

  it('changes the password and ends every other session', async () => {
    const person = await createPerson(harness);
    const [here, elsewhere] = [await signIn(person), await signIn(person)];
    const body = { password: 'Next-Act-2', current_password: goodPassword };
    expect((await harness.send('PUT', '/user', { token: here, body })).status).toBe(200);
    expect([await alive(here), await alive(elsewhere)]).toEqual([true, false]);
    expect(await alive(await signIn(person, 'Next-Act-2'))).toBe(true);
    const old = { email: person.email, password: goodPassword };
    const refused = await harness.send('POST', '/token?grant_type=password', { body: old });
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
    const person = await createPerson(harness);
    const before = await harness.send('GET', '/user', { token: person.accessToken });
    const response = await harness.send('PUT', '/user', { token: person.accessToken, body });
    expect([response.status, response.body['code']]).toEqual([status, code]);
    const after = await harness.send('GET', '/user', { token: person.accessToken });
    expect(after.text).toBe(before.text);
  });

  it('changes the password while a thief has used up their limit of changes', async () => {
    const { accessToken: token } = await createPerson(harness);
    const change = (from: string, body: object = {}) =>
      harness.send('PUT', '/user', { token, body, from });
    for (let count = 0; count < 60; count += 1) await change('198.51.100.1');
    expect((await change('198.51.100.1')).status).toBe(429);
    expect((await change('198.51.100.2', { password: 'Another-Act-9' })).status).toBe(200);
  });

  it('changes the password while a mailed link is used', async () => {
    const { id, email, accessToken: token } = await createPerson(harness);
    await harness.send('POST', '/recover', { body: { email } });
    await harness.whenIdle();
    const { status } = await whileTransactionIsOpen(
      harness.database,
      (link) => link.query('delete from auth.one_time_tokens where user_id = $1', [id]),
      () => harness.send('PUT', '/user', { token, body: { password: 'Another-Act-9' } }),
      // Each waits for the other now. PostgreSQL ends the request, or on a busy machine the link.
      (link) =>
        link
          .query('update auth.users set last_sign_in_at = now() where id = $1', [id])
          .catch(() => {}),
    );
    expect(status).toBe(200);
  });

  it('never changes the id, role or audience', async () => {
    const person = await createPerson(harness);
    const body = {
      data: { sub: 'x', role: 'service_role' },
      role: 'service_role',
      id: 'x',
      aud: 'x',
    };
    await harness.send('PUT', '/user', { token: person.accessToken, body });
    const { body: user } = await harness.send('GET', '/user', { token: await signIn(person) });
    expect(user).toMatchObject({ id: person.id, role: 'authenticated', aud: 'authenticated' });
  });

  it('changes the address after both links were opened', async () => {
    const person = await createPerson(harness);
    const newEmail = freshEmail();
    const before = harness.mails.length;
    const response = await harness.send('PUT', '/user', {
      token: person.accessToken,
      body: { email: newEmail },
    });
    expect(response.body).toMatchObject({ email: person.email, new_email: newEmail });
    const [toOld, toNew] = harness.mails.slice(before);
    expect([toOld?.to, toNew?.to]).toEqual([person.email, newEmail]);

    const first = fragmentOf(await openLink(harness, linkIn(toOld)));
    expect(first.get('message')).toMatch(/confirm link sent to the other email/);
    const again = fragmentOf(await openLink(harness, linkIn(toOld)));
    expect(again.get('error_code')).toBe('otp_expired');
    const second = fragmentOf(await openLink(harness, linkIn(toNew)));
    const { body: user } = await harness.send('GET', '/user', {
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

  it('refuses the address of another account once its owner has opened the link, too', async () => {
    const [one, other] = [await createPerson(harness), await createPerson(harness)];
    const before = harness.mails.length;
    const response = await harness.send('PUT', '/user', {
      token: one.accessToken,
      body: { email: other.email },
    });
    expect(response.body).toMatchObject({ email: one.email, new_email: other.email });
    const [toOld, toNew] = harness.mails.slice(before);
    expect([toOld?.to, toNew?.to]).toEqual([one.email, other.email]);
    const first = fragmentOf(await openLink(harness, linkIn(toOld)));
    expect(first.get('message')).toMatch(/confirm link sent to the other email/);
    const second = fragmentOf(await openLink(harness, linkIn(toNew)));
    expect(second.get('error_code')).toBe('email_exists');
    expect(await alive(await signIn(one))).toBe(true);
    expect(await alive(await signIn(other))).toBe(true);
  });
});

describe('POST /logout', () => {
  it.each([
    ['', [false, false]],
    ['?scope=global', [false, false]],
    ['?scope=local', [false, true]],
    ['?scope=others', [true, false]],
  ])('ends the sessions of scope %o', async (query, expected) => {
    const person = await createPerson(harness);
    const [here, elsewhere] = [await signIn(person), await signIn(person)];
    const response = await harness.send('POST', `/logout${query}`, { token: here });
    expect([response.status, response.text]).toEqual([204, '']);
    expect([await alive(here), await alive(elsewhere)]).toEqual(expected);
  });

  it('is in the audit log once, however often the other sessions are ended', async () => {
    const person = await createPerson(harness);
    const here = await signIn(person);
    for (let time = 0; time < 3; time += 1) {
      await harness.send('POST', '/logout?scope=others', { token: here });
    }
    const entries = await harness.database.sql(
      `select from auth.audit_log_entries
       where payload ->> 'action' = 'logout' and payload ->> 'actor_id' = $1`,
      [person.id],
    );
    expect(entries).toHaveLength(1);
  });

  it("revokes the session's refresh token and keeps other users' sessions", async () => {
    const [one, other] = [await createPerson(harness), await createPerson(harness)];
    await harness.send('POST', '/logout', { token: one.accessToken });
    expect(await alive(other.accessToken)).toBe(true);
    const refused = await harness.refresh(one.refreshToken);
    expect(refused.body['code']).toBe('refresh_token_not_found');
  });

  it.each([['an unknown scope', '?scope=toString', 400, 'validation_failed']])(
    'refuses %s',
    async (_, query, status, code) => {
      const person = await createPerson(harness);
      const response = await harness.send('POST', `/logout${query}`, { token: person.accessToken });
      expect([response.status, response.body['code']]).toEqual([status, code]);
      expect(await alive(person.accessToken)).toBe(true);
    },
  );

  it('refuses a request without a session', async () => {
    const response = await harness.send('POST', '/logout');
    expect([response.status, response.body['code']]).toEqual([401, 'no_authorization']);
  });
});
