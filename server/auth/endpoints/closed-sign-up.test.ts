import { AuthClient } from '@supabase/auth-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuthTestHarness,
  freshEmail,
  goodPassword,
  type AuthTestHarness,
} from '#server/testing/auth-test-harness.ts';
import { startOidcServer, type OidcServer } from '#server/testing/oidc-server.ts';

let idp: OidcServer;
let harness: AuthTestHarness;
beforeAll(async () => {
  idp = await startOidcServer();
  harness = await createAuthTestHarness({
    environment: {
      SIGN_UP: 'off',
      ANONYMOUS_SIGN_IN: 'on',
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: 'cuebook',
    },
  });
});
afterAll(async () => {
  await harness.stop();
  await idp.stop();
});

const refused = {
  code: 'signup_disabled',
  message: 'Signups not allowed for this instance',
};

async function accounts(): Promise<number> {
  const rows = await harness.database.sql<{ count: number }>(
    'select count(*)::int as count from auth.users where not is_sso_user',
  );
  return rows[0]?.count ?? 0;
}

async function makeAccount(email: string): Promise<void> {
  const body = { email, password: goodPassword, email_confirm: true };
  const created = await harness.send('POST', '/admin/users', { token: harness.secretKey, body });
  expect(created.status).toBe(200);
}

function claimsFor(email: string) {
  const at = Math.floor(harness.now().getTime() / 1000);
  const who = { sub: `sub of ${email}`, email, email_verified: true };
  return { iss: idp.issuer, aud: 'cuebook', iat: at, exp: at + 300, ...who };
}

describe('with SIGN_UP=off', () => {
  it.each([
    ['an address and a password', { email: freshEmail(), password: goodPassword }],
    ['nothing (anonymously)', {}],
  ])('POST /signup refuses %s and creates no account', async (_name, body) => {
    const before = await accounts();
    const response = await harness.send('POST', '/signup', { body });
    expect([response.status, response.body]).toEqual([422, refused]);
    expect(await accounts()).toBe(before);
  });

  it('the real client receives signup_disabled', async () => {
    const client = new AuthClient({
      url: await harness.listen(),
      headers: { apikey: harness.publishableKey },
      persistSession: false,
    });
    const { error } = await client.signUp({ email: freshEmail(), password: goodPassword });
    expect([error?.code, error?.status]).toEqual(['signup_disabled', 422]);
  });

  it('POST /otp mails accounts only, with the same response for unknown addresses', async () => {
    const registered = freshEmail();
    await makeAccount(registered);
    const before = await accounts();
    const mailed = harness.mails.length;
    const responses = await Promise.all(
      [registered, freshEmail()].map((email) =>
        harness.send('POST', '/otp', { body: { email, create_user: true } }),
      ),
    );
    await harness.whenIdle();
    expect(responses.map(({ status, text }) => [status, text])).toEqual([
      [200, '{}'],
      [200, '{}'],
    ]);
    expect(harness.mails.slice(mailed).map(({ to }) => to)).toEqual([registered]);
    expect(await accounts()).toBe(before);
  });

  it('a provider sign-in accepts existing accounts and creates none', async () => {
    const registered = freshEmail();
    await makeAccount(registered);
    const before = await accounts();
    const signIn = async (email: string) => {
      const body = { provider: 'custom:oidc', id_token: await idp.sign(claimsFor(email)) };
      return harness.send('POST', '/token?grant_type=id_token', { body });
    };
    expect((await signIn(registered)).status).toBe(200);
    const response = await signIn(freshEmail());
    expect([response.status, response.body]).toEqual([422, refused]);
    expect(await accounts()).toBe(before);
  });

  it('an administrator creates and invites accounts, which can sign in', async () => {
    const email = freshEmail();
    await makeAccount(email);
    const body = { email, password: goodPassword };
    expect((await harness.send('POST', '/token?grant_type=password', { body })).status).toBe(200);
    const invited = { email: freshEmail() };
    const invite = { token: harness.secretKey, body: invited };
    expect((await harness.send('POST', '/invite', invite)).status).toBe(200);
  });

  it('GET /settings reports disable_signup', async () => {
    expect((await harness.send('GET', '/settings')).body['disable_signup']).toBe(true);
  });
});
