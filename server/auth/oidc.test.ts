import { createHash } from 'node:crypto';
import { AuthClient } from '@supabase/auth-js';
import { decodeJwt, generateKeyPair, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuthBench,
  fragmentOf,
  freshEmail,
  goodPassword,
  makePerson,
} from '#server/testing/auth-bench.ts';
import type { Answer, AuthBench } from '#server/testing/auth-bench.ts';
import { anyText } from '#server/testing/matchers.ts';
import { startOidcServer } from '#server/testing/oidc-server.ts';
import type { OidcServer } from '#server/testing/oidc-server.ts';

const provider = 'custom:oidc';
const clientId = 'cuebook';
const secret = 'a secret with : and %';
const page = 'http://localhost:3000/auth/callback';

let idp: OidcServer;
let bench: AuthBench;
let url: string;
beforeAll(async () => {
  idp = await startOidcServer();
  bench = await createAuthBench({
    environment: { OIDC_ISSUER: idp.issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret },
  });
  url = await bench.listen();
});
afterAll(async () => {
  await bench.stop();
  await idp.stop();
});

function claimsFor(email: string, more: Readonly<Record<string, unknown>> = {}): JWTPayload {
  const at = Math.floor(bench.now().getTime() / 1000);
  return {
    iss: idp.issuer,
    aud: clientId,
    sub: `sub of ${email}`,
    iat: at,
    exp: at + 300,
    email,
    email_verified: true,
    name: 'Ada Lovelace',
    ...more,
  };
}

interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly cookie: string;
  readonly sentTo: URL;
}

async function begin(query: Readonly<Record<string, string>> = {}): Promise<Begun> {
  const asked = new URLSearchParams({ provider, redirect_to: page, ...query });
  const answer = await bench.send('GET', `/authorize?${asked.toString()}`, {
    headers: { apikey: '' },
  });
  const sentTo = new URL(answer.headers.get('location') ?? '');
  return {
    sentTo,
    state: sentTo.searchParams.get('state') ?? '',
    nonce: sentTo.searchParams.get('nonce') ?? '',
    cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
  };
}

function comeBack(
  { state, cookie }: Pick<Begun, 'state' | 'cookie'>,
  more: Readonly<Record<string, string>> = { code: 'a code' },
): Promise<Answer> {
  const query = new URLSearchParams({ state, ...more });
  return bench.send('GET', `/callback?${query.toString()}`, { headers: { apikey: '', cookie } });
}

/** A whole sign-in, as a browser goes through it. */
async function signIn(
  email: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<URLSearchParams> {
  const begun = await begin();
  idp.answerWith(await idp.sign(claimsFor(email, { nonce: begun.nonce, ...more })));
  return fragmentOf(await comeBack(begun));
}

const userOf = (fragment: URLSearchParams) =>
  bench.send('GET', '/user', { token: fragment.get('access_token') ?? '' });

describe('a sign-in with an OpenID Connect provider', () => {
  it('makes an account, by the real client with PKCE', async () => {
    const items = new Map<string, string>();
    const client = new AuthClient({
      url,
      headers: { apikey: bench.publishableKey },
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      },
      autoRefreshToken: false,
      detectSessionInUrl: false,
      flowType: 'pkce',
    });
    const { data } = await client.signInWithOAuth({
      provider,
      options: { redirectTo: page, skipBrowserRedirect: true, scopes: 'groups' },
    });
    const begun = await begin(Object.fromEntries(new URL(data.url ?? '').searchParams));
    expect(Object.fromEntries(begun.sentTo.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: 'http://localhost:3000/auth/v1/callback',
      scope: 'openid email profile groups',
      code_challenge_method: 'S256',
    });
    const email = freshEmail();
    idp.answerWith(await idp.sign(claimsFor(email, { nonce: begun.nonce })));
    const answer = await comeBack(begun, { code: 'a code', iss: idp.issuer });
    const { authorization, form } = idp.requests.at(-1) ?? { form: new URLSearchParams() };
    const pair = `${clientId}:${encodeURIComponent(secret)}`;
    expect(authorization).toBe(`Basic ${Buffer.from(pair).toString('base64')}`);
    expect(
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url'),
    ).toBe(begun.sentTo.searchParams.get('code_challenge'));
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.hash).toBe('');
    const code = location.searchParams.get('code') ?? '';
    const session = await client.exchangeCodeForSession(code);
    expect(session.data.user).toMatchObject({
      email,
      email_confirmed_at: anyText,
      app_metadata: { provider, providers: [provider] },
      user_metadata: { full_name: 'Ada Lovelace' },
      identities: [{ provider, id: `sub of ${email}` }],
    });
    expect(decodeJwt(session.data.session?.access_token ?? '')).toMatchObject({
      amr: [{ method: 'oauth' }],
    });
    expect((await client.exchangeCodeForSession(code)).error).not.toBeNull();
    expect((await bench.send('GET', '/settings')).body['external']).toMatchObject({
      [provider]: true,
      google: false,
    });
  });

  it('finds the person again, also when their address there has changed', async () => {
    const email = freshEmail();
    const first = await userOf(await signIn(email));
    const moved = { email: freshEmail(), email_verified: false };
    const second = await userOf(await signIn(email, moved));
    expect(second.body['id']).toBe(first.body['id']);
    expect(second.body['email']).toBe(email);
  });

  it('joins the account whose address is proven on both sides', async () => {
    const person = await makePerson(bench);
    const user = await userOf(await signIn(person.email));
    expect(user.body).toMatchObject({
      id: person.id,
      app_metadata: { providers: ['email', provider] },
    });
    const password = await bench.send('POST', '/token?grant_type=password', {
      body: { email: person.email, password: goodPassword },
    });
    expect(password.status).toBe(200);
  });

  it('joins nothing by an address that the provider has not verified', async () => {
    const { email } = await makePerson(bench);
    for (const more of [{ email_verified: false }, { email_verified: undefined }, { email: '' }]) {
      const fragment = await signIn(email, { sub: 'a thief', ...more });
      expect(fragment.get('error_code')).toBe('provider_email_needs_verification');
    }
  });

  it("takes over no password that was chosen for somebody else's address", async () => {
    const email = freshEmail();
    await bench.send('POST', '/signup', { body: { email, password: goodPassword } });
    expect((await userOf(await signIn(email))).status).toBe(200);
    const thief = await bench.send('POST', '/token?grant_type=password', {
      body: { email, password: goodPassword },
    });
    expect(thief.body['code']).toBe('invalid_credentials');
  });

  it('lets nobody in who is banned', async () => {
    const person = await makePerson(bench);
    await bench.database.sql(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [person.id],
    );
    expect((await signIn(person.email)).get('error_code')).toBe('user_banned');
  });

  it('says on the page what the provider says', async () => {
    const answer = await comeBack(await begin(), {
      error: 'access_denied',
      error_description: 'You said no',
    });
    expect(answer.headers.get('location')).toMatch(page);
    expect(fragmentOf(answer).get('error_description')).toBe('You said no');
  });
});

describe('attacks on it', () => {
  it('a state counts once, in the browser that began, and for ten minutes', async () => {
    const begun = await begin();
    const email = freshEmail();
    idp.answerWith(await idp.sign(claimsFor(email, { nonce: begun.nonce })));
    const elsewhere = await comeBack({ ...begun, cookie: '' });
    expect(fragmentOf(elsewhere).get('error_code')).toBe('bad_oauth_state');
    const answers = await Promise.all([1, 2, 3, 4].map(() => comeBack(begun)));
    const tokens = answers.filter((answer) => fragmentOf(answer).has('access_token'));
    expect(tokens).toHaveLength(1);
    const late = await begin();
    bench.advance(600_001);
    expect(fragmentOf(await comeBack(late)).get('error_code')).toBe('bad_oauth_state');
    const other = await begin();
    const mixed = await comeBack({ state: 'x'.repeat(43), cookie: other.cookie });
    expect(fragmentOf(mixed).get('error_code')).toBe('bad_oauth_state');
  });

  it.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another client', { aud: 'another' }],
    ['for two clients, presented by the other', { aud: [clientId, 'another'], azp: 'another' }],
    ['with another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['that has expired', { exp: 1_000_000_000 }],
    ['that is old', { iat: 1_000_000_000 }],
    ['that never expires', { exp: undefined }],
    ['of nobody', { sub: undefined }],
  ])('refuses an ID token %s', async (_, more) => {
    const fragment = await signIn(freshEmail(), more);
    expect([fragment.get('error_code'), fragment.get('access_token')]).toEqual(['bad_jwt', null]);
  });

  it('refuses an ID token of another key, of the secret, and of none', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const claims = (nonce: string) => claimsFor(freshEmail(), { nonce });
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const make of [
      (nonce: string) =>
        new SignJWT(claims(nonce))
          .setProtectedHeader({ alg: 'RS256', kid: 'one' })
          .sign(privateKey),
      (nonce: string) =>
        new SignJWT(claims(nonce))
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(secret.padEnd(32))),
      (nonce: string) => Promise.resolve(`${encoded({ alg: 'none' })}.${encoded(claims(nonce))}.`),
    ]) {
      const begun = await begin();
      idp.answerWith(await make(begun.nonce));
      expect(fragmentOf(await comeBack(begun)).get('error_code')).toBe('bad_jwt');
    }
  });

  it('refuses an answer that names another provider', async () => {
    const answer = await comeBack(await begin(), { code: 'x', iss: 'https://evil.example' });
    expect(fragmentOf(answer).get('error_code')).toBe('bad_oauth_callback');
  });

  it('leads to no foreign site, and knows no other provider', async () => {
    const begun = await begin({ redirect_to: 'https://evil.example/' });
    const answer = await comeBack(begun, { error: 'x' });
    expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/?\?/);
    const other = await bench.send('GET', '/authorize?provider=google');
    expect([other.status, other.body['code']]).toEqual([400, 'validation_failed']);
  });
});

describe('POST /token?grant_type=id_token', () => {
  function grant(idToken: string, more: Record<string, unknown> = {}) {
    const body = { provider, id_token: idToken, ...more };
    return bench.send('POST', '/token?grant_type=id_token', { body });
  }

  it('signs in whom the provider knows, with the nonce whose hash the token carries', async () => {
    const email = freshEmail();
    const nonce = createHash('sha256').update('a nonce').digest('hex');
    const token = await idp.sign(claimsFor(email, { nonce }));
    const client = new AuthClient({
      url,
      headers: { apikey: bench.publishableKey },
      autoRefreshToken: false,
      persistSession: false,
    });
    const signedIn = await client.signInWithIdToken({ provider, token, nonce: 'a nonce' });
    expect([signedIn.error, signedIn.data.user?.email]).toEqual([null, email]);
    for (const wrong of [{}, { nonce: 'another' }, { nonce }]) {
      const answer = await grant(token, wrong);
      expect([answer.status, answer.body['code']]).toEqual([400, 'bad_jwt']);
    }
    expect((await grant(await idp.sign(claimsFor(email)))).status).toBe(200);
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example' }, {}, 'bad_jwt'],
    ['another client', { aud: 'another' }, {}, 'bad_jwt'],
    ['another provider', {}, { provider: 'google' }, 'provider_disabled'],
    ['a wish to link', {}, { link_identity: true }, 'manual_linking_disabled'],
  ])('refuses %s', async (_, claims, body, code) => {
    const answer = await grant(await idp.sign(claimsFor(freshEmail(), claims)), body);
    expect([answer.status >= 400, answer.body['code']]).toEqual([true, code]);
  });
});
