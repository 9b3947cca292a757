import { AuthClient } from '@supabase/auth-js';
import type { GoTrueClient } from '@supabase/auth-js';
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
import type { AuthBench } from '#server/testing/auth-bench.ts';
import { anyText } from '#server/testing/matchers.ts';

let bench: AuthBench;
let client: GoTrueClient;
beforeAll(async () => {
  bench = await createAuthBench();
  client = new AuthClient({
    url: await bench.listen(),
    headers: { apikey: bench.secretKey, Authorization: `Bearer ${bench.secretKey}` },
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });
});
afterAll(() => bench.stop());

function signIn(email: string, password = goodPassword) {
  return bench.send('POST', '/token?grant_type=password', { body: { email, password } });
}

const nobody = '83fd9e20-7a80-46e4-bf29-a86e3d6bbf66';

async function makeUser(email = freshEmail()) {
  const { data, error } = await client.admin.createUser({
    email,
    password: goodPassword,
    email_confirm: true,
    user_metadata: { full_name: 'Ada' },
    app_metadata: { plan: 'team' },
  });
  if (error !== null) throw error;
  return data.user;
}

it('refuses a filter that no address can hold', async () => {
  const answer = await bench.send('GET', '/admin/users?filter=%00', { token: bench.secretKey });
  expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed']);
});

describe('the admin interface, by the real client', () => {
  it('makes users who can sign in, reads them, and takes an address once', async () => {
    const user = await makeUser();
    expect(user).toMatchObject({
      email_confirmed_at: anyText,
      user_metadata: { full_name: 'Ada' },
      app_metadata: { provider: 'email', plan: 'team' },
      identities: [{ identity_data: { email_verified: true } }],
    });
    expect((await signIn(user.email ?? '')).status).toBe(200);
    expect((await client.admin.getUserById(user.id)).data.user?.email).toBe(user.email);
    const again = await client.admin.createUser({ email: user.email ?? '' });
    expect(again.error).toMatchObject({ code: 'email_exists', status: 422 });
  });

  it('keeps metadata as they were given, and adds nothing of its own', async () => {
    const metadata = { status: 'alpha' };
    const email = freshEmail();
    const made = await client.admin.createUser({ email, user_metadata: metadata });
    expect(made.data.user?.user_metadata).toEqual(metadata);
    expect(made.data.user?.email_confirmed_at).toBeUndefined();
    const id = made.data.user?.id ?? '';
    const confirmed = await client.admin.updateUserById(id, { email_confirm: true });
    expect(confirmed.data.user?.email_confirmed_at).toEqual(anyText);
    const invited = await client.admin.inviteUserByEmail(freshEmail(), { data: metadata });
    expect(invited.data.user?.user_metadata).toEqual(metadata);
    const linked = await client.admin.generateLink({
      type: 'signup',
      email: freshEmail(),
      password: goodPassword,
      options: { data: metadata },
    });
    expect(linked.data.user?.user_metadata).toEqual(metadata);
    expect(linked.data.user?.identities?.[0]?.identity_data).not.toHaveProperty('status');
  });

  it('says what is wrong with an address before anything else', async () => {
    const email = 'xx:;x@x.x';
    const password = 'password123';
    for (const { error } of [
      await client.admin.createUser({ email, password }),
      await client.admin.inviteUserByEmail(email),
      await client.admin.generateLink({ type: 'signup', email, password }),
    ]) {
      expect(error?.message).toBe('Unable to validate email address: invalid format');
    }
  });

  it('names who was anonymous, by an address it vouches for', async () => {
    const own = await createAuthBench({ environment: { ANONYMOUS_SIGN_IN: 'on' } });
    const { body } = await own.send('POST', '/signup', { body: {} });
    const { id } = body['user'] as { id: string };
    const answer = await own.send('PUT', `/admin/users/${id}`, {
      token: own.secretKey,
      body: { email: freshEmail(), email_confirm: true },
    });
    await own.stop();
    expect(answer.body).toMatchObject({
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email_verified: true } }],
    });
  });

  it('takes over a bcrypt hash and an id, so that accounts can move here', async () => {
    const old = await makePerson(bench);
    const rows = await bench.database.sql<{ encrypted_password: string }>(
      'select encrypted_password from auth.users where id = $1',
      [old.id],
    );
    await client.admin.deleteUser(old.id);
    const { error } = await client.admin.createUser({
      id: old.id,
      email: old.email,
      password_hash: rows[0]?.encrypted_password ?? '',
      email_confirm: true,
    });
    expect(error).toBeNull();
    expect((await signIn(old.email)).body['user']).toMatchObject({ id: old.id });
  });

  it('lists by pages, newest first', async () => {
    const mine = [];
    for (let made = 0; made < 3; made += 1) mine.unshift((await makeUser()).id);
    const first = await client.admin.listUsers({ page: 1, perPage: 2 });
    const second = await client.admin.listUsers({ page: 2, perPage: 2 });
    const ids = [...first.data.users, ...second.data.users].map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual(mine);
    expect(first.data).toMatchObject({ nextPage: 2, aud: 'authenticated' });
    const { total } = first.data as { total: number };
    const all = await client.admin.listUsers({ page: 1, perPage: 1000 });
    expect(all.data.users).toHaveLength(total);
    const bad = await client.admin.listUsers({ perPage: 1001 });
    expect(bad.error).toMatchObject({ code: 'validation_failed', status: 400 });
  });

  it('changes address, password and metadata, which ends the sessions', async () => {
    const user = await makeUser();
    const session = (await signIn(user.email ?? '')).body;
    const email = freshEmail();
    const { data } = await client.admin.updateUserById(user.id, {
      email,
      password: 'Another-Act-9',
      app_metadata: { plan: null, seats: 3 },
      user_metadata: { company: 'Analytical' },
    });
    expect(data.user).toMatchObject({
      email,
      app_metadata: { provider: 'email', seats: 3 },
      user_metadata: { full_name: 'Ada', company: 'Analytical' },
    });
    expect(data.user?.app_metadata).not.toHaveProperty('plan');
    expect((await signIn(email, 'Another-Act-9')).status).toBe(200);
    const old = await bench.send('GET', '/user', { token: String(session['access_token']) });
    expect(old.body['code']).toBe('session_not_found');
    const weak = await client.admin.updateUserById(user.id, { password: 'x' });
    expect(weak.error).toMatchObject({ code: 'weak_password' });
    const taken = await client.admin.updateUserById(user.id, {
      email: (await makeUser()).email ?? '',
    });
    expect(taken.error).toMatchObject({ code: 'email_exists' });
  });

  it('bans, for a time', async () => {
    const user = await makeUser();
    const email = user.email ?? '';
    const { body } = await signIn(email);
    await client.admin.updateUserById(user.id, { ban_duration: '1h30m' });
    expect((await signIn(email)).body['code']).toBe('user_banned');
    const refreshed = await bench.send('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: body['refresh_token'] },
    });
    expect(refreshed.body['code']).toBe('user_banned');
    await client.admin.updateUserById(user.id, { ban_duration: 'none' });
    expect((await signIn(email)).status).toBe(200);
    const bad = await client.admin.updateUserById(user.id, { ban_duration: 'soon' });
    expect(bad.error).toMatchObject({ code: 'validation_failed' });
  });

  it('deletes, for good or keeping the id alone', async () => {
    const [one, other] = [await makeUser(), await makeUser()];
    expect((await client.admin.deleteUser(one.id)).error).toBeNull();
    expect((await client.admin.deleteUser(other.id, true)).error).toBeNull();
    for (const user of [one, other]) {
      expect((await client.admin.getUserById(user.id)).error).toMatchObject({
        code: 'user_not_found',
        status: 404,
      });
      expect((await signIn(user.email ?? '')).body['code']).toBe('invalid_credentials');
      expect((await makeUser(user.email)).id).not.toBe(user.id);
    }
    const kept = await bench.database.sql<{ raw_user_meta_data: unknown }>(
      'select raw_user_meta_data from auth.users where id = $1',
      [other.id],
    );
    expect(kept).toEqual([{ raw_user_meta_data: {} }]);
  });

  it('invites: the link makes the account, and a second invitation replaces it', async () => {
    const email = freshEmail();
    const options = { data: { full_name: 'Grace' }, redirectTo: 'http://localhost:3000/welcome' };
    const { data } = await client.admin.inviteUserByEmail(email, options);
    expect(data.user).toMatchObject({ email, invited_at: anyText });
    const first = linkIn(bench.mails.at(-1));
    await client.admin.inviteUserByEmail(email, options);
    expect(bench.mails.at(-1)).toMatchObject({ to: email, subject: 'You are invited to Cuebook' });
    expect(fragmentOf(await open(bench, first)).get('error_code')).toBe('otp_expired');
    const answer = await open(bench, linkIn(bench.mails.at(-1)));
    expect(answer.headers.get('location')).toMatch('http://localhost:3000/welcome#access_token=');
    const token = fragmentOf(answer).get('access_token') ?? '';
    const body = { password: goodPassword };
    expect((await bench.send('PUT', '/user', { token, body })).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
    const again = await client.admin.inviteUserByEmail(email);
    expect(again.error).toMatchObject({ code: 'email_exists' });
  });

  it.each(['magiclink', 'recovery', 'invite', 'signup'] as const)(
    'makes the link and the code of a %s',
    async (type) => {
      const isNew = type === 'invite' || type === 'signup';
      const email = isNew ? freshEmail() : ((await makeUser()).email ?? '');
      const make = () => client.admin.generateLink({ type, email, password: goodPassword });
      const { data, error } = await make();
      if (error !== null) throw error;
      expect(data.user.email).toBe(email);
      const { action_link: link, verification_type: made } = data.properties;
      expect([new URL(link).origin, made]).toEqual(['http://localhost:3000', type]);
      const token = fragmentOf(await open(bench, new URL(link))).get('access_token');
      expect(token).toMatch(/^ey/);
      expect(bench.mails.some((mail) => mail.to === email)).toBe(false);
    },
  );

  it('makes both links of a change of address', async () => {
    const email = (await makeUser()).email ?? '';
    const newEmail = freshEmail();
    const hashes: string[] = [];
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data, error } = await client.admin.generateLink({ type, email, newEmail });
      if (error !== null) throw error;
      hashes.push(data.properties.hashed_token);
    }
    for (const tokenHash of hashes) {
      const body = { type: 'email_change', token_hash: tokenHash };
      expect((await bench.send('POST', '/verify', { body })).status).toBe(200);
    }
    expect((await signIn(newEmail)).status).toBe(200);
  });

  it('signs somebody out by their token', async () => {
    const { email = '' } = await makeUser();
    const token = String((await signIn(email)).body['access_token']);
    expect((await client.admin.signOut(token)).error).toBeNull();
    expect((await bench.send('GET', '/user', { token })).body['code']).toBe('session_not_found');
  });

  it.each([
    ['signOut', () => client.admin.signOut('this-is-a-bad-token'), 403, 'bad_jwt'],
    ['getUserById', () => client.admin.getUserById(nobody), 404, 'user_not_found'],
    ['updateUserById', () => client.admin.updateUserById(nobody, {}), 404, 'user_not_found'],
    ['deleteUser', () => client.admin.deleteUser(nobody), 404, 'user_not_found'],
    ['listFactors', () => client.admin.mfa.listFactors({ userId: nobody }), 404, 'user_not_found'],
    [
      'deleteFactor',
      () => client.admin.mfa.deleteFactor({ userId: nobody, id: nobody }),
      404,
      'user_not_found',
    ],
    ['listUsers', () => client.admin.listUsers({ page: -1 }), 400, 'validation_failed'],
    ['oauth.listClients', () => client.admin.oauth.listClients(), 404, 'feature_disabled'],
    [
      'customProviders.listProviders',
      () => client.admin.customProviders.listProviders(),
      404,
      'feature_disabled',
    ],
  ])('is told plainly what %s cannot do', async (_, call, status, code) => {
    expect((await call()).error).toMatchObject({ status, code });
  });

  it('removes the second factor of who lost it', async () => {
    const { email = '', id } = await makeUser();
    const token = String((await signIn(email)).body['access_token']);
    const factor = await bench.send('POST', '/factors', { token, body: { factor_type: 'totp' } });
    const listed = await client.admin.mfa.listFactors({ userId: id });
    expect(listed.data?.factors).toMatchObject([{ id: factor.body['id'] }]);
    const deleted = await client.admin.mfa.deleteFactor({
      id: String(factor.body['id']),
      userId: id,
    });
    expect(deleted.error).toBeNull();
    expect((await client.admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
  });

  it('is closed to people and to the publishable key', async () => {
    const { accessToken, id } = await makePerson(bench);
    for (const [method, path] of [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', `/admin/users/${id}`],
      ['PUT', `/admin/users/${id}`],
      ['DELETE', `/admin/users/${id}`],
      ['GET', `/admin/users/${id}/factors`],
      ['DELETE', `/admin/users/${id}/factors/${id}`],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
    ] as const) {
      const person = await bench.send(method, path, { token: accessToken });
      expect([path, person.status, person.body['code']]).toEqual([path, 403, 'not_admin']);
      const nobody = await bench.send(method, path);
      expect([path, nobody.status]).toEqual([path, 401]);
    }
  });
});
