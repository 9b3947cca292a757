import { AuthClient, type GoTrueClient } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuthTestHarness,
  fragmentOf,
  freshEmail,
  goodPassword,
  linkIn,
  createPerson,
  openLink,
  type AuthTestHarness,
} from '#server/testing/auth-test-harness.ts';
import { anyText, like } from '#server/testing/matchers.ts';
import { whileTransactionIsOpen } from '#server/testing/while-transaction-is-open.ts';

let harness: AuthTestHarness;
let client: GoTrueClient;
beforeAll(async () => {
  harness = await createAuthTestHarness();
  client = new AuthClient({
    url: await harness.listen(),
    headers: { apikey: harness.secretKey, Authorization: `Bearer ${harness.secretKey}` },
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });
});
afterAll(() => harness.stop());

function signIn(email: string, password = goodPassword) {
  return harness.send('POST', '/token?grant_type=password', { body: { email, password } });
}

const unknownId = '83fd9e20-7a80-46e4-bf29-a86e3d6bbf66';

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

it('GET /admin/users refuses a filter with a NUL character', async () => {
  const response = await harness.send('GET', '/admin/users?filter=%00', {
    token: harness.secretKey,
  });
  expect([response.status, response.body['code']]).toEqual([400, 'validation_failed']);
});

it('GET /admin/users sorts by time and filters by name', async () => {
  const name = `Zoë ${freshEmail()}`;
  const emails = [freshEmail(), freshEmail()];
  for (const email of emails) {
    await harness.send('POST', '/admin/users', {
      token: harness.secretKey,
      body: { email, user_metadata: { full_name: name } },
    });
  }
  const list = (query: Record<string, string>) =>
    harness.send('GET', `/admin/users?${new URLSearchParams(query).toString()}`, {
      token: harness.secretKey,
    });
  const found = async (sort: string) => {
    const { body } = await list({ filter: name.toUpperCase(), sort });
    return (body['users'] as { email: string }[]).map(({ email }) => email);
  };
  expect(await found('created_at asc')).toEqual(emails);
  expect(await found('created_at DESC')).toEqual(emails.toReversed());
  const first = await list({ filter: name, sort: 'created_at asc', per_page: '1' });
  const next = /<([^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await harness.send('GET', next, { token: harness.secretKey });
  expect(second.body['users']).toMatchObject([{ email: emails[1] }]);
  for (const sort of ['email asc', 'created_at up']) {
    const refused = await list({ sort });
    expect([refused.status, refused.body['message']]).toEqual([
      400,
      like(/^Bad Sort Parameters: bad/),
    ]);
  }
});

describe('the admin API with the real client', () => {
  it('creates users who can sign in, reads them, and refuses a taken address', async () => {
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

  it('stores metadata as sent and adds none', async () => {
    const metadata = { status: 'alpha', constructor: 'Ada' };
    const email = freshEmail();
    const created = await client.admin.createUser({ email, user_metadata: metadata });
    expect(created.data.user?.user_metadata).toEqual(metadata);
    expect(created.data.user?.email_confirmed_at).toBeUndefined();
    const id = created.data.user?.id ?? '';
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

  it('reports an invalid address before other errors', async () => {
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

  it('converts an anonymous user with a confirmed address', async () => {
    const anonymousHarness = await createAuthTestHarness({
      environment: { ANONYMOUS_SIGN_IN: 'on' },
    });
    const { body } = await anonymousHarness.send('POST', '/signup', { body: {} });
    const { id } = body['user'] as { id: string };
    const response = await anonymousHarness.send('PUT', `/admin/users/${id}`, {
      token: anonymousHarness.secretKey,
      body: { email: freshEmail(), email_confirm: true },
    });
    await anonymousHarness.stop();
    expect(response.body).toMatchObject({
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email_verified: true } }],
    });
  });

  it('accepts a bcrypt hash and an id, so that accounts can be migrated', async () => {
    const old = await createPerson(harness);
    const rows = await harness.database.sql<{ encrypted_password: string }>(
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

  it('lists users in pages, newest first', async () => {
    const mine = [];
    for (let count = 0; count < 3; count += 1) mine.unshift((await makeUser()).id);
    const first = await client.admin.listUsers({ page: 1, perPage: 2 });
    const second = await client.admin.listUsers({ page: 2, perPage: 2 });
    const ids = [...first.data.users, ...second.data.users].map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual(mine);
    expect(first.data).toMatchObject({ nextPage: 2, aud: 'authenticated' });
    const { total } = first.data as { total: number };
    const all = await client.admin.listUsers({ page: 1, perPage: 1000 });
    expect(all.data.users).toHaveLength(total);
    const refused = await client.admin.listUsers({ perPage: 1001 });
    expect(refused.error).toMatchObject({ code: 'validation_failed', status: 400 });
  });

  it('changes address, password and metadata, and ends the sessions', async () => {
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
    const old = await harness.send('GET', '/user', { token: String(session['access_token']) });
    expect(old.body['code']).toBe('session_not_found');
    const weak = await client.admin.updateUserById(user.id, { password: 'x' });
    expect(weak.error).toMatchObject({ code: 'weak_password' });
    const empty = await client.admin.updateUserById(user.id, { password: '' });
    expect(empty.error).toMatchObject({ code: 'weak_password', status: 422 });
    const conflict = await client.admin.updateUserById(user.id, {
      email: (await makeUser()).email ?? '',
    });
    expect(conflict.error).toMatchObject({ code: 'email_exists' });
  });

  it('bans a user for a duration', async () => {
    const user = await makeUser();
    const email = user.email ?? '';
    const { body } = await signIn(email);
    await client.admin.updateUserById(user.id, { ban_duration: '1h30m' });
    expect((await signIn(email)).body['code']).toBe('user_banned');
    const refreshed = await harness.refresh(body['refresh_token']);
    expect(refreshed.body['code']).toBe('user_banned');
    await client.admin.updateUserById(user.id, { ban_duration: 'none' });
    expect((await signIn(email)).status).toBe(200);
    for (const ban_duration of ['1h30m1ns', '1h30m1us', '1h30m1µs', '1h30m1μs']) {
      expect((await client.admin.updateUserById(user.id, { ban_duration })).error).toBeNull();
      expect((await signIn(email)).body['code']).toBe('user_banned');
    }
    const refused = await client.admin.updateUserById(user.id, { ban_duration: 'soon' });
    expect(refused.error).toMatchObject({ code: 'validation_failed' });
  });

  it('refuses to confirm a phone number, which no account has', async () => {
    const user = await makeUser();
    const changed = await client.admin.updateUserById(user.id, { phone_confirm: true });
    const created = await client.admin.createUser({ email: freshEmail(), phone_confirm: true });
    for (const { error } of [changed, created]) {
      expect(error).toMatchObject({ code: 'phone_provider_disabled', status: 400 });
    }
    expect((await client.admin.updateUserById(user.id, { phone_confirm: false })).error).toBeNull();
  });

  it('deletes a user, or keeps only the id with a soft deletion', async () => {
    const [one, other] = [await makeUser(), await makeUser()];
    expect((await client.admin.deleteUser(one.id)).error).toBeNull();
    expect((await client.admin.deleteUser(other.id, true)).error).toBeNull();
    expect((await client.admin.getUserById(one.id)).error).toMatchObject({
      code: 'user_not_found',
      status: 404,
    });
    const { data } = await client.admin.getUserById(other.id);
    expect(data.user).toMatchObject({ id: other.id, deleted_at: anyText, user_metadata: {} });
    for (const user of [one, other]) {
      expect((await signIn(user.email ?? '')).body['code']).toBe('invalid_credentials');
      expect((await makeUser(user.email)).id).not.toBe(user.id);
    }
    const stored = await harness.database.sql<{ raw_user_meta_data: unknown }>(
      'select raw_user_meta_data from auth.users where id = $1',
      [other.id],
    );
    expect(stored).toEqual([{ raw_user_meta_data: {} }]);
    expect((await client.admin.deleteUser(other.id)).error).toBeNull();
    const left = await harness.database.sql('select 1 from auth.users where id = $1', [other.id]);
    expect(left).toEqual([]);
    expect((await client.admin.deleteUser(other.id)).error).toMatchObject({ status: 404 });
  });

  it('deletes a user whose own request is in the way of it', async () => {
    const user = await makeUser();
    const identities = 'select from auth.identities where user_id = $1 for update';
    const { error } = await whileTransactionIsOpen(
      harness.database,
      (request) => request.query(identities, [user.id]),
      () => client.admin.deleteUser(user.id),
      // Each waits for the other now. PostgreSQL ends the one that has waited longest.
      (request) =>
        request
          .query('select from auth.users where id = $1 for key share', [user.id])
          .catch(() => {}),
    );
    expect(error).toBeNull();
  });

  it('invites by a link that confirms the account, and replaces the link when repeated', async () => {
    const email = freshEmail();
    const options = { data: { full_name: 'Grace' }, redirectTo: 'http://localhost:3000/welcome' };
    const { data } = await client.admin.inviteUserByEmail(email, options);
    expect(data.user).toMatchObject({ email, invited_at: anyText });
    const first = linkIn(harness.mails.at(-1));
    await client.admin.inviteUserByEmail(email, options);
    expect(harness.mails.at(-1)).toMatchObject({
      to: email,
      subject: "You're invited to Cuebook",
    });
    expect(fragmentOf(await openLink(harness, first)).get('error_code')).toBe('otp_expired');
    const response = await openLink(harness, linkIn(harness.mails.at(-1)));
    expect(response.headers.get('location')).toMatch('http://localhost:3000/welcome#access_token=');
    const token = fragmentOf(response).get('access_token') ?? '';
    const body = { password: goodPassword };
    expect((await harness.send('PUT', '/user', { token, body })).status).toBe(200);
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
      const token = fragmentOf(await openLink(harness, new URL(link))).get('access_token');
      expect(token).toMatch(/^ey/);
      expect(harness.mails.some((mail) => mail.to === email)).toBe(false);
    },
  );

  it.each([
    ['http://localhost:3000/welcome', 'http://localhost:3000/welcome'],
    ['http://localhost:3000/a%20b?c=d', 'http%3A%2F%2Flocalhost%3A3000%2Fa%2520b%3Fc%3Dd'],
  ])('generates a link that redirects to %s', async (redirectTo, inLink) => {
    const { data } = await client.admin.generateLink({
      type: 'signup',
      email: freshEmail(),
      password: goodPassword,
      options: { redirectTo },
    });
    const link = data.properties?.action_link ?? '';
    expect(link.endsWith(`&type=signup&redirect_to=${inLink}`)).toBe(true);
    expect(new URL(link).searchParams.get('redirect_to')).toBe(redirectTo);
  });

  it('generates a sign-up link for an unconfirmed account, and keeps its password', async () => {
    const email = freshEmail();
    const created = await client.admin.createUser({
      email,
      password: goodPassword,
      user_metadata: { full_name: 'Ada' },
    });
    const options = { data: { status: 'alpha' } };
    const { data, error } = await client.admin.generateLink({
      type: 'signup',
      email,
      password: 'Another-Act-9',
      options,
    });
    if (error !== null) throw error;
    expect(data.user.id).toBe(created.data.user?.id);
    expect(data.user.user_metadata).toEqual({ full_name: 'Ada', status: 'alpha' });
    // A stranger's sign-up doesn't replace the account.
    await harness.send('POST', '/signup', { body: { email, password: 'Squatter-1' } });
    await openLink(harness, new URL(data.properties.action_link));
    expect((await signIn(email)).body['user']).toMatchObject({ id: data.user.id });
    const again = await client.admin.generateLink({
      type: 'signup',
      email,
      password: 'Squatter-1',
    });
    expect(again.error).toMatchObject({ code: 'email_exists', status: 422 });
  });

  it.each(['magiclink', 'recovery'] as const)('tells when a %s was generated', async (type) => {
    const email = (await makeUser()).email ?? '';
    const { data } = await client.admin.generateLink({ type, email });
    expect(data.user?.recovery_sent_at).toEqual(anyText);
  });

  it('generates both links of an address change', async () => {
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
      expect((await harness.send('POST', '/verify', { body })).status).toBe(200);
    }
    expect((await signIn(newEmail)).status).toBe(200);
  });

  it('signs a user out by their token', async () => {
    const { email = '' } = await makeUser();
    const token = String((await signIn(email)).body['access_token']);
    expect((await client.admin.signOut(token)).error).toBeNull();
    expect((await harness.send('GET', '/user', { token })).body['code']).toBe('session_not_found');
  });

  it.each([
    ['signOut', () => client.admin.signOut('this-is-a-bad-token'), 403, 'bad_jwt'],
    ['getUserById', () => client.admin.getUserById(unknownId), 404, 'user_not_found'],
    ['updateUserById', () => client.admin.updateUserById(unknownId, {}), 404, 'user_not_found'],
    ['deleteUser', () => client.admin.deleteUser(unknownId), 404, 'user_not_found'],
    [
      'listFactors',
      () => client.admin.mfa.listFactors({ userId: unknownId }),
      404,
      'user_not_found',
    ],
    [
      'deleteFactor',
      () => client.admin.mfa.deleteFactor({ userId: unknownId, id: unknownId }),
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
  ])('gets an error for %s', async (_, call, status, code) => {
    expect((await call()).error).toMatchObject({ status, code });
  });

  it("deletes a user's second factor", async () => {
    const { email = '', id } = await makeUser();
    const token = String((await signIn(email)).body['access_token']);
    const factor = await harness.send('POST', '/factors', { token, body: { factor_type: 'totp' } });
    const listed = await client.admin.mfa.listFactors({ userId: id });
    expect(listed.data?.factors).toMatchObject([{ id: factor.body['id'] }]);
    const deleted = await client.admin.mfa.deleteFactor({
      id: String(factor.body['id']),
      userId: id,
    });
    expect(deleted.error).toBeNull();
    expect((await client.admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
  });

  it('refuses users and the publishable key', async () => {
    const { accessToken, id } = await createPerson(harness);
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
      const person = await harness.send(method, path, { token: accessToken });
      expect([path, person.status, person.body['code']]).toEqual([path, 403, 'not_admin']);
      const anonymousResponse = await harness.send(method, path);
      expect([path, anonymousResponse.status]).toEqual([path, 401]);
    }
  });
});
