import { createHash } from 'node:crypto';
import { AuthClient } from '@supabase/auth-js';
import { decodeJwt, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import {
  createAuthTestHarness,
  fragmentOf,
  freshEmail,
  goodPassword,
  createPerson,
  type AuthResponse,
  type AuthTestHarness,
} from '#server/testing/auth-test-harness.ts';
import { anyText } from '#server/testing/matchers.ts';
import { openOidcProvider, type OidcProvider } from './oidc-provider.ts';
import { startOidcServer, type OidcServer } from '#server/testing/oidc-server.ts';

const provider = 'custom:oidc';
const clientId = 'cuebook';
const secret = 'a secret with : and %';
const page = 'http://localhost:3000/auth/callback';

let idp: OidcServer;
let harness: AuthTestHarness;
let url: string;
beforeAll(async () => {
  idp = await startOidcServer();
  harness = await createAuthTestHarness({
    environment: { OIDC_ISSUER: idp.issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret },
  });
  url = await harness.listen();
});
afterAll(async () => {
  await harness.stop();
  await idp.stop();
});

function claimsFor(email: string, more: Readonly<Record<string, unknown>> = {}): JWTPayload {
  const at = Math.floor(harness.now().getTime() / 1000);
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

interface StartedFlow {
  readonly state: string;
  readonly nonce: string;
  readonly cookie: string;
  readonly sentTo: URL;
}

async function startFlow(query: Readonly<Record<string, string>> = {}): Promise<StartedFlow> {
  const parameters = new URLSearchParams({ provider, redirect_to: page, ...query });
  const response = await harness.send('GET', `/authorize?${parameters.toString()}`, {
    headers: { apikey: '' },
  });
  const sentTo = new URL(response.headers.get('location') ?? '');
  return {
    sentTo,
    state: sentTo.searchParams.get('state') ?? '',
    nonce: sentTo.searchParams.get('nonce') ?? '',
    cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
  };
}

function openCallback(
  { state, cookie }: Pick<StartedFlow, 'state' | 'cookie'>,
  more: Readonly<Record<string, string>> = { code: 'a code' },
): Promise<AuthResponse> {
  const query = new URLSearchParams({ state, ...more });
  return harness.send('GET', `/callback?${query.toString()}`, { headers: { apikey: '', cookie } });
}

/** Goes through a whole sign-in, as a browser does. */
async function signIn(
  email: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<URLSearchParams> {
  const flow = await startFlow();
  idp.respondWith(await idp.sign(claimsFor(email, { nonce: flow.nonce, ...more })));
  return fragmentOf(await openCallback(flow));
}

const userOf = (fragment: URLSearchParams) =>
  harness.send('GET', '/user', { token: fragment.get('access_token') ?? '' });

describe('a sign-in with an OpenID Connect provider', () => {
  it('creates an account, with the real client and PKCE', async () => {
    const items = new Map<string, string>();
    const client = new AuthClient({
      url,
      headers: { apikey: harness.publishableKey },
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
      options: {
        redirectTo: page,
        skipBrowserRedirect: true,
        scopes: 'groups',
        queryParams: { prompt: 'login' },
      },
    });
    const flow = await startFlow(Object.fromEntries(new URL(data.url ?? '').searchParams));
    expect(Object.fromEntries(flow.sentTo.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: 'http://localhost:3000/auth/v1/callback',
      scope: 'openid email profile groups',
      prompt: 'login',
      code_challenge_method: 'S256',
    });
    const email = freshEmail();
    idp.respondWith(await idp.sign(claimsFor(email, { nonce: flow.nonce })));
    const response = await openCallback(flow, { code: 'a code', iss: idp.issuer });
    const { authorization, form } = idp.requests.at(-1) ?? { form: new URLSearchParams() };
    const pair = `${clientId}:${encodeURIComponent(secret)}`;
    expect(authorization).toBe(`Basic ${Buffer.from(pair).toString('base64')}`);
    expect(
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url'),
    ).toBe(flow.sentTo.searchParams.get('code_challenge'));
    const location = new URL(response.headers.get('location') ?? '');
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
    expect((await harness.send('GET', '/settings')).body['external']).toMatchObject({
      [provider]: true,
      google: false,
    });
  });

  it('finds the account again after the address at the provider has changed', async () => {
    const email = freshEmail();
    const first = await userOf(await signIn(email));
    const moved = { email: freshEmail(), email_verified: false };
    const second = await userOf(await signIn(email, moved));
    expect(second.body['id']).toBe(first.body['id']);
    expect(second.body['email']).toBe(email);
  });

  it('links the account whose address is confirmed here and at the provider', async () => {
    const person = await createPerson(harness);
    const user = await userOf(await signIn(person.email));
    expect(user.body).toMatchObject({
      id: person.id,
      app_metadata: { providers: ['email', provider] },
    });
    const password = await harness.send('POST', '/token?grant_type=password', {
      body: { email: person.email, password: goodPassword },
    });
    expect(password.status).toBe(200);
  });

  it('links no account by an address that the provider has not verified', async () => {
    const { email } = await createPerson(harness);
    for (const more of [{ email_verified: false }, { email_verified: undefined }, { email: '' }]) {
      const fragment = await signIn(email, { sub: 'a thief', ...more });
      expect(fragment.get('error_code')).toBe('provider_email_needs_verification');
    }
  });

  it('links no account by an address that only becomes its own in lower case', async () => {
    const { email } = await createPerson(harness, freshEmail().replace('person', 'k'));
    const fragment = await signIn(email.replace('k', '\u212A'), { sub: 'a thief' });
    expect(fragment.get('error_code')).toBe('validation_failed');
  });

  it("shortens a name between characters, and leaves out one that can't be stored", async () => {
    const long = await userOf(await signIn(freshEmail(), { name: `x${'🎭'.repeat(300)}` }));
    expect(long.body['user_metadata']).toMatchObject({ name: `x${'🎭'.repeat(199)}` });
    const unnamed = await userOf(await signIn(freshEmail(), { name: 'a\0b' }));
    expect(unnamed.body['user_metadata']).not.toHaveProperty('name');
  });

  it("removes the password of a stranger who signed up with the owner's address", async () => {
    const email = freshEmail();
    await harness.send('POST', '/signup', { body: { email, password: goodPassword } });
    expect((await userOf(await signIn(email))).status).toBe(200);
    const thief = await harness.send('POST', '/token?grant_type=password', {
      body: { email, password: goodPassword },
    });
    expect(thief.body['code']).toBe('invalid_credentials');
  });

  it('refuses a banned user', async () => {
    const person = await createPerson(harness);
    await harness.database.sql(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [person.id],
    );
    expect((await signIn(person.email)).get('error_code')).toBe('user_banned');
  });

  it("redirects with the provider's error message", async () => {
    const response = await openCallback(await startFlow(), {
      error: 'access_denied',
      error_description: 'You said no',
    });
    expect(response.headers.get('location')).toMatch(page);
    expect(fragmentOf(response).get('error_description')).toBe('You said no');
  });
});

describe('attacks on a sign-in with an OpenID Connect provider', () => {
  it('a state works once, in the browser that started, and for ten minutes', async () => {
    const flow = await startFlow();
    const email = freshEmail();
    idp.respondWith(await idp.sign(claimsFor(email, { nonce: flow.nonce })));
    const elsewhere = await openCallback({ ...flow, cookie: '' });
    expect(fragmentOf(elsewhere).get('error_code')).toBe('bad_oauth_state');
    const responses = await Promise.all([1, 2, 3, 4].map(() => openCallback(flow)));
    const tokens = responses.filter((response) => fragmentOf(response).has('access_token'));
    expect(tokens).toHaveLength(1);
    const lateFlow = await startFlow();
    harness.advance(600_001);
    expect(fragmentOf(await openCallback(lateFlow)).get('error_code')).toBe('bad_oauth_state');
    const otherFlow = await startFlow();
    const mixed = await openCallback({ state: 'x'.repeat(43), cookie: otherFlow.cookie });
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
    ['of everybody', { sub: '' }],
    ['whose subject is too long', { sub: 'x'.repeat(256) }],
    ["whose subject can't be stored", { sub: 'a\0b' }],
  ])('refuses an ID token %s', async (_, more) => {
    const fragment = await signIn(freshEmail(), more);
    expect([fragment.get('error_code'), fragment.get('access_token')]).toEqual(['bad_jwt', null]);
  });

  it('refuses an ID token signed with another key, with the client secret, or unsigned', async () => {
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
      const flow = await startFlow();
      idp.respondWith(await make(flow.nonce));
      expect(fragmentOf(await openCallback(flow)).get('error_code')).toBe('bad_jwt');
    }
  });

  it('refuses a response that names another issuer', async () => {
    const response = await openCallback(await startFlow(), {
      code: 'x',
      iss: 'https://evil.example',
    });
    expect(fragmentOf(response).get('error_code')).toBe('bad_oauth_callback');
  });

  it('hands the provider no fragment of its own address, which may be a session', async () => {
    expect((await startFlow()).sentTo.href).toMatch(/#$/);
  });

  it('hands the provider the parameters of the client, but none that replaces its own', async () => {
    const added = { prompt: 'select_account', login_hint: 'ada@example.com', hd: 'example.com' };
    const own = {
      client_id: 'evil',
      redirect_uri: 'https://evil.example/',
      state: 'x',
      nonce: 'x',
    };
    const { sentTo, state } = await startFlow({ ...added, ...own });
    expect(Object.fromEntries(sentTo.searchParams)).toMatchObject({
      ...added,
      client_id: clientId,
      redirect_uri: 'http://localhost:3000/auth/v1/callback',
    });
    expect([sentTo.searchParams.has('provider'), sentTo.searchParams.has('redirect_to')]).toEqual([
      false,
      false,
    ]);
    expect(sentTo.searchParams.getAll('state')).toEqual([state]);
    expect(state).not.toBe('x');
    expect(sentTo.searchParams.get('nonce')).not.toBe('x');
  });

  it.each(['request', 'request_uri', 'response_mode', 'invite_token'])(
    'refuses the parameter %s',
    async (name) => {
      const query = new URLSearchParams({ provider, [name]: 'x' });
      const response = await harness.send('GET', `/authorize?${query.toString()}`);
      expect([response.status, response.body['code']]).toEqual([400, 'validation_failed']);
    },
  );

  it('redirects to no foreign site and refuses other providers', async () => {
    const flow = await startFlow({ redirect_to: 'https://evil.example/' });
    const response = await openCallback(flow, { error: 'x' });
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/?\?/);
    const otherProvider = await harness.send('GET', '/authorize?provider=google');
    expect([otherProvider.status, otherProvider.body['code']]).toEqual([400, 'validation_failed']);
  });
});

describe('the discovery of an OpenID Connect provider', () => {
  const openFlow = { nonce: 'a nonce', verifier: 'v'.repeat(43) };
  const callback = new URL('http://localhost:3000/auth/v1/callback?code=x&state=s');
  function open(
    metadata: Readonly<Record<string, unknown>>,
    environment: Readonly<Record<string, string>> = {},
  ): OidcProvider {
    idp.metadata = metadata;
    const config = readConfig({
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: clientId,
      ...environment,
    });
    const opened = openOidcProvider(config, 'http://localhost:3000', () => harness.now());
    if (opened === null) throw new Error('no provider');
    return opened;
  }
  afterEach(() => {
    idp.metadata = {};
  });

  it.each([
    ['of another issuer', { issuer: 'https://evil.example' }],
    [
      'with an authorization endpoint over plain HTTP',
      { authorization_endpoint: 'http://a.test/' },
    ],
    ['with a token endpoint over plain HTTP', { token_endpoint: 'http://a.test/' }],
    ['with keys over plain HTTP', { jwks_uri: 'http://a.test/' }],
    ['without a token endpoint', { token_endpoint: undefined }],
    ['of more than a megabyte', { padding: 'x'.repeat(1_000_000) }],
  ])('refuses a document %s', async (_, metadata) => {
    await expect(open(metadata).authorizationUrl('s', openFlow, '')).rejects.toMatchObject({
      code: 'unexpected_failure',
    });
  });

  it('accepts an issuer that ends with a slash, and fetches the document once', async () => {
    const opened = open({ issuer: `${idp.issuer}/` });
    const first = await opened.authorizationUrl('s', openFlow, '');
    idp.metadata = { issuer: 'https://evil.example' };
    expect(await opened.authorizationUrl('s', openFlow, '')).toBe(first);
  });

  it('reports a provider that is down', async () => {
    await expect(
      open({}, { OIDC_ISSUER: 'http://127.0.0.1:1' }).authorizationUrl('s', openFlow, ''),
    ).rejects.toMatchObject({ code: 'unexpected_failure' });
    await expect(
      open({ token_endpoint: 'http://127.0.0.1:1/' }).readResponse(callback, 's', openFlow),
    ).rejects.toMatchObject({ code: 'unexpected_failure' });
  });

  it.each(['redirect', 'nothing'])('refuses a token endpoint with %s', async (path) => {
    const before = idp.requests.length;
    await expect(
      open({ token_endpoint: `${idp.issuer}/${path}` }).readResponse(callback, 's', openFlow),
    ).rejects.toMatchObject({ code: 'bad_oauth_callback' });
    expect(idp.requests).toHaveLength(before);
  });

  it('sends the secret in the body if the provider supports no header', async () => {
    const opened = open(
      { token_endpoint_auth_methods_supported: ['client_secret_post'] },
      { OIDC_CLIENT_SECRET: secret },
    );
    idp.respondWith(await idp.sign(claimsFor(freshEmail(), { nonce: openFlow.nonce })));
    await opened.readResponse(callback, 's', openFlow);
    const { authorization, form } = idp.requests.at(-1) ?? {};
    expect([authorization, form?.get('client_id'), form?.get('client_secret')]).toEqual([
      undefined,
      clientId,
      secret,
    ]);
  });
});

describe('POST /token?grant_type=id_token', () => {
  function grant(idToken: string, more: Record<string, unknown> = {}) {
    const body = { provider, id_token: idToken, ...more };
    return harness.send('POST', '/token?grant_type=id_token', { body });
  }

  it('signs in with an ID token and the nonce whose hash it contains', async () => {
    const email = freshEmail();
    const nonce = createHash('sha256').update('a nonce').digest('hex');
    const token = await idp.sign(claimsFor(email, { nonce }));
    const client = new AuthClient({
      url,
      headers: { apikey: harness.publishableKey },
      autoRefreshToken: false,
      persistSession: false,
    });
    const signedIn = await client.signInWithIdToken({ provider, token, nonce: 'a nonce' });
    expect([signedIn.error, signedIn.data.user?.email]).toEqual([null, email]);
    for (const wrong of [{}, { nonce: 'another' }, { nonce }]) {
      const response = await grant(token, wrong);
      expect([response.status, response.body['code']]).toEqual([400, 'bad_jwt']);
    }
    expect((await grant(await idp.sign(claimsFor(email)))).status).toBe(200);
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example' }, {}, 'bad_jwt'],
    ['another client', { aud: 'another' }, {}, 'bad_jwt'],
    ['another provider', {}, { provider: 'google' }, 'provider_disabled'],
    ['a wish to link', {}, { link_identity: true }, 'manual_linking_disabled'],
  ])('refuses %s', async (_, claims, body, code) => {
    const response = await grant(await idp.sign(claimsFor(freshEmail(), claims)), body);
    expect([response.status >= 400, response.body['code']]).toEqual([true, code]);
  });
});
