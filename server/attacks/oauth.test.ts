import { createServer } from 'node:http';
import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, it } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { attack } from '#server/testing/attacker.ts';
import {
  approve,
  authorizationId,
  connectApp,
  openRequest,
  redeem,
  refresh,
  registerApp,
  requestAccess,
  type OAuthApp,
  type OAuthRequest,
} from '#server/testing/oauth-app.ts';
import { signUp, type Person } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

const webCallback = 'https://app.example/callback';

const server = await setUpTestServer();
let victim: Person;
let app: OAuthApp;
let webApp: OAuthApp;
beforeAll(async () => {
  victim = await signUp(server, 'victim@example.com');
  app = await registerApp(server);
  webApp = await registerApp(server, { redirectUri: webCallback });
});

const countRequests = async () =>
  (await server.sql('select from auth.oauth_authorizations')).length;

/** Opens a changed request, and returns the place and the error to which the browser is sent. */
async function openChanged(
  request: OAuthRequest,
  changes: Readonly<Record<string, string | null>>,
): Promise<{ readonly place: string; readonly error: string | null }> {
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  const { origin, pathname, searchParams } = await openRequest(url);
  return { place: origin + pathname, error: searchParams.get('error') };
}

/** Sends a form to the token endpoint. */
async function askForToken(form: Readonly<Record<string, string>>) {
  const response = await fetch(`${server.url}/auth/v1/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const text = await response.text();
  const error = /"error":"(\w+)"/.exec(text)?.[1] ?? null;
  return { status: response.status, error, text };
}

const register = (metadata: object) =>
  attack(server, 'POST', '/auth/v1/oauth/clients/register', { body: metadata });

const readPrompts = async (token: string) =>
  (await attack(server, 'GET', '/rest/v1/prompts?select=id', { token })).status;

describe('mixed-up issuers', () => {
  it('names the issuer in every response of the authorization endpoint', async () => {
    const iss = `${server.url}/auth/v1`;
    const request = await requestAccess(server, app);
    expect((await approve(victim, request.url)).searchParams.get('iss')).toBe(iss);
    const denied = await victim.auth.oauth.denyAuthorization(
      await authorizationId((await requestAccess(server, app)).url),
      { skipBrowserRedirect: true },
    );
    expect(new URL(denied.data?.redirect_url ?? '').searchParams.get('iss')).toBe(iss);
    const refused = new URL(request.url);
    refused.searchParams.set('response_type', 'token');
    expect((await openRequest(refused)).searchParams.get('iss')).toBe(iss);
  });

  it("makes a client refuse another server's response", async () => {
    const request = await requestAccess(server, app);
    const callback = await approve(victim, request.url);
    const other = { ...app.as, issuer: 'https://evil.example/auth/v1' };
    expect(() => oauth.validateAuthResponse(other, app.client, callback, request.state)).toThrow(
      /iss/,
    );
  });
});

describe('redirect tricks', () => {
  it('hands on no fragment of its own address, which may be a session', async () => {
    const { url } = await requestAccess(server, app);
    url.searchParams.set('response_type', 'token');
    const { headers } = await fetch(url, { redirect: 'manual' });
    expect(headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:7777\/callback\?.*#$/);
  });

  it.each([
    'https://evil.example/callback',
    'https://app.example.evil.example/callback',
    'https://app.example@evil.example/callback',
    'https://app.example:8443/callback',
    'http://app.example/callback',
    'https://app.example/callback/',
    'https://app.example/callback?next=https://evil.example',
    'https://app.example/callback#part',
    'https://app.example/callback/../open',
    'https://app.example/%63allback',
    'https://APP.example/callback',
    'https://app.example\\@evil.example/callback',
    '//evil.example/callback',
    'javascript:alert(1)',
    '',
  ])('sends nothing to %s, which is not registered', async (redirectUri) => {
    const before = await countRequests();
    const request = await requestAccess(server, webApp);
    expect(await openChanged(request, { redirect_uri: redirectUri })).toEqual({
      place: `${server.url}/oauth/consent`,
      error: 'redirect-uri',
    });
    expect(await countRequests()).toBe(before);
  });

  it.each([
    'http://127.0.0.1.evil.example:7777/callback',
    'http://127.0.0.1:7777@evil.example/callback',
    'http://127.0.0.1:7777/other',
    'http://127.0.0.1:7777/callback?x=1',
    'https://127.0.0.1:7777/callback',
    'http://localhost:7777/callback',
    'http://127.0.0.2:7777/callback',
  ])('varies nothing but the port of a loopback address: not %s', async (redirectUri) => {
    const request = await requestAccess(server, app);
    const { error } = await openChanged(request, { redirect_uri: redirectUri });
    expect(error).toBe('redirect-uri');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'intent://x#Intent;end',
    'http://app.example/callback',
    'https://user@app.example/callback',
    'https://app.example/#part',
    'https://*.example/callback',
    'https://app.example/call\\back',
    'callback',
  ])('registers no app at %s', async (redirectUri) => {
    const reply = await register({ client_name: 'X', redirect_uris: [redirectUri] });
    expect([reply.status, reply.text]).toEqual([
      400,
      expect.stringContaining('"error":"invalid_redirect_uri"'),
    ]);
  });

  it.each([
    ['a wrong response type', { response_type: 'token' }],
    ['no PKCE', { code_challenge: null, code_challenge_method: null }],
    ['an unknown scope', { scope: 'admin' }],
    ['a foreign resource', { resource: 'https://evil.example' }],
  ])('is no open redirect to an app that anybody may register: %s', async (_what, changes) => {
    const request = await requestAccess(server, webApp);
    expect(await openChanged(request, changes)).toEqual({
      place: `${server.url}/oauth/consent`,
      error: 'invalid-request',
    });
  });

  it.each(['client_id', 'redirect_uri', 'state', 'resource'])(
    'refuses a repeated %s',
    async (name) => {
      const { url } = await requestAccess(server, webApp);
      url.searchParams.append(name, url.searchParams.get(name) ?? '');
      expect((await openRequest(url)).searchParams.get('authorization_id')).toBeNull();
    },
  );
});

describe('codes', () => {
  it('gives one token for a code sent 20 times at once, and revokes it', async () => {
    const request = await requestAccess(server, app);
    const code = (await approve(victim, request.url)).searchParams.get('code') ?? '';
    const form = {
      grant_type: 'authorization_code',
      client_id: app.client.client_id,
      redirect_uri: app.redirectUri,
      code_verifier: request.verifier,
      code,
    };
    const replies = await Promise.all(Array.from({ length: 20 }, () => askForToken(form)));
    const granted = replies.filter(({ status }) => status === 200);
    expect(granted).toHaveLength(1);
    const token = /"access_token":"([^"]+)"/.exec(granted[0]?.text ?? '')?.[1] ?? '';
    expect(token).toMatch(/^cbo_/);
    expect(await readPrompts(token)).toBe(401);
  });

  it.each([
    ['without the verifier', { code_verifier: '' }],
    ["with an attacker's verifier", { code_verifier: 'a'.repeat(43) }],
    ['with the challenge as the verifier', { code_verifier: 'CHALLENGE' }],
    ['by another app', { client_id: 'OTHER' }],
    ['for another redirect URI', { redirect_uri: 'http://127.0.0.1:7778/callback' }],
  ])('is refused and used up %s', async (_what, changes) => {
    const request = await requestAccess(server, app);
    const code = (await approve(victim, request.url)).searchParams.get('code') ?? '';
    const right = {
      grant_type: 'authorization_code',
      client_id: app.client.client_id,
      redirect_uri: app.redirectUri,
      code_verifier: request.verifier,
      code,
    };
    const challenge = request.url.searchParams.get('code_challenge') ?? '';
    const wrong = Object.fromEntries(
      Object.entries({ ...right, ...changes }).map(([name, value]) => [
        name,
        value.replace('CHALLENGE', challenge).replace('OTHER', webApp.client.client_id),
      ]),
    );
    expect(await askForToken(wrong)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await askForToken(right)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it.each([{ code_challenge_method: 'plain' }, { code_challenge: null }, { code_challenge: 'x' }])(
    'are not issued with %o',
    async (changes) => {
      const request = await requestAccess(server, app);
      expect(await openChanged(request, changes)).toEqual({
        place: app.redirectUri,
        error: 'invalid_request',
      });
    },
  );
});

describe('scopes of a request', () => {
  it('may be unknown beside a known one, but not all of them', async () => {
    const request = await requestAccess(server, app);
    const known = await openChanged(request, { scope: 'offline_access prompts:read' });
    expect(known.error).toBeNull();
    expect(await openChanged(request, { scope: 'offline_access openid' })).toEqual({
      place: app.redirectUri,
      error: 'invalid_scope',
    });
  });
});

describe('a token for one address', () => {
  const opensMcp = async (token: string) => {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    const caller = await server.dependencies.mcpVerifier.identify(headers, () => '192.0.2.1');
    return !('kind' in caller);
  };

  it('opens nothing else', async () => {
    const forRest = await connectApp(server, victim, app, { resource: '' });
    const forMcp = await connectApp(server, victim, app, { resource: '/mcp' });
    expect([
      await readPrompts(forRest.access_token),
      await readPrompts(forMcp.access_token),
    ]).toEqual([200, 401]);
    expect([await opensMcp(forRest.access_token), await opensMcp(forMcp.access_token)]).toEqual([
      false,
      true,
    ]);
  });

  it.each([
    ['GET', '/auth/v1/user'],
    ['GET', '/auth/v1/user/oauth/grants'],
    ['DELETE', '/auth/v1/user/oauth/grants'],
    ['POST', '/auth/v1/factors'],
    ['GET', '/storage/v1/bucket'],
    ['POST', '/realtime/v1/api/broadcast'],
    ['POST', '/rest/v1/rpc/create_access_token'],
    ['POST', '/rest/v1/rpc/delete_user_account'],
  ])('does not open %s %s', async (method, path) => {
    const { access_token: token } = await connectApp(server, victim, app);
    const { status } = await attack(server, method, path, { token, body: {} });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  it('is not exchanged for one of another address', async () => {
    const { refresh_token: token = '' } = await connectApp(server, victim, app, { resource: '' });
    const form = { grant_type: 'refresh_token', client_id: app.client.client_id };
    const asked = { ...form, refresh_token: token, resource: `${server.url}/mcp` };
    expect(await askForToken(asked)).toMatchObject({ status: 400, error: 'invalid_target' });
  });

  it('gets no scope that the person did not allow', async () => {
    const { refresh_token: token = '' } = await connectApp(server, victim, app);
    const form = { grant_type: 'refresh_token', client_id: app.client.client_id };
    const asked = { ...form, refresh_token: token, scope: 'prompts:write' };
    expect(await askForToken(asked)).toMatchObject({ status: 400, error: 'invalid_scope' });
  });

  it('is not renewed by another app', async () => {
    const { refresh_token: token } = await connectApp(server, victim, app);
    await expect(refresh(webApp, token)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(app, token)).scope).toBe('prompts:read');
  });

  it('is neither a refresh token, nor the reverse', async () => {
    const tokens = await connectApp(server, victim, app);
    await expect(refresh(app, tokens.access_token)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect(await readPrompts(tokens.refresh_token ?? '')).toBe(401);
  });
});

describe('requests by client id (SSRF)', () => {
  it('fetches nothing from private addresses, and says nothing of them', async () => {
    const reached: string[] = [];
    const internal = createServer((incoming, outgoing) => {
      reached.push(incoming.url ?? '');
      outgoing.end('{}');
    });
    const port = await listen(internal, '127.0.0.1', 0);
    const request = await requestAccess(server, app);
    const hosts = [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      '169.254.169.254',
      '10.0.0.1',
    ];
    for (const host of hosts) {
      expect(await openChanged(request, { client_id: `https://${host}/client.json` })).toEqual({
        place: `${server.url}/oauth/consent`,
        error: 'unknown-client',
      });
    }
    internal.close();
    expect(reached).toEqual([]);
  });

  it.each([
    'http://127.0.0.1/client.json',
    'file:///etc/passwd',
    'https://app.example',
    'https://app.example/#x',
    'https://user@app.example/client.json',
    'https://app.example/a/../client.json',
    "' or true --",
  ])('knows no app %s', async (clientId) => {
    const request = await requestAccess(server, app);
    expect((await openChanged(request, { client_id: clientId })).error).toBe('unknown-client');
  });
});

describe('consent phishing', () => {
  it.each([
    ['the name of this server', 'Cuebook'],
    ['its name with other letter case and separators', 'C-u-e BOOK support'],
    ['Cyrillic letters in a Latin word', 'Clаude'],
    ['Greek letters in a Latin word', 'Οpen AI'],
  ])('registers no web app with %s', async (_what, name) => {
    const reply = await register({ client_name: name, redirect_uris: [webCallback] });
    expect([reply.status, reply.text]).toEqual([
      400,
      expect.stringContaining('"error":"invalid_client_metadata"'),
    ]);
  });

  it('shows a name without invisible characters and changes of direction', async () => {
    const reply = await register({
      client_name: 'Good\u202E\u200B app\n\u0000evil',
      redirect_uris: [webCallback],
    });
    expect(reply.status).toBe(400);
    const shown = await register({
      client_name: `  Good\u202E\u200B  app\n${'x'.repeat(300)}`,
      redirect_uris: [webCallback],
    });
    expect(shown.text).toContain('"client_name":"Good appx');
    expect(shown.text).not.toContain('x'.repeat(101));
  });

  it('asks again each time, since anybody can start a request of a known app', async () => {
    await connectApp(server, victim, app);
    const { url } = await requestAccess(server, app);
    const details = await victim.auth.oauth.getAuthorizationDetails(await authorizationId(url));
    expect(details.data).toHaveProperty('authorization_id');
    expect(details.data).not.toHaveProperty('redirect_url');
  });

  it('lets nobody decide without a session, or with a token', async () => {
    const id = await authorizationId((await requestAccess(server, app)).url);
    const path = `/auth/v1/oauth/authorizations/${id}/consent`;
    const body = { action: 'approve' };
    const tokens = await connectApp(server, victim, app);
    expect((await attack(server, 'POST', path, { body })).status).toBe(401);
    const cookie = { cookie: `sb-access-token=${tokens.access_token}` };
    expect((await attack(server, 'POST', path, { body, headers: cookie })).status).toBe(401);
    const byToken = await attack(server, 'POST', path, { body, token: tokens.access_token });
    expect(byToken.status).toBe(403);
  });

  it('needs every factor of the account', async () => {
    const person = await signUp(server, 'two-factors@example.com');
    await server.sql(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'Phone', 'totp', 'verified', now(), now(), 'x')`,
      [person.id],
    );
    const id = await authorizationId((await requestAccess(server, app)).url);
    const decided = await person.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true });
    expect(decided.error).toMatchObject({ code: 'insufficient_aal' });
    expect((await person.auth.oauth.listGrants()).error).toMatchObject({
      code: 'insufficient_aal',
    });
  });

  it("neither shows nor ends another person's access", async () => {
    const stranger = await signUp(server, 'stranger@example.com');
    const tokens = await connectApp(server, victim, app);
    expect((await stranger.auth.oauth.listGrants()).data).toEqual([]);
    const clientId = app.client.client_id;
    expect((await stranger.auth.oauth.revokeGrant({ clientId })).error).toMatchObject({
      status: 404,
    });
    expect(await readPrompts(tokens.access_token)).toBe(200);
  });
});

describe('clickjacking', () => {
  it.each(['/oauth/consent', '/oauth/consent?authorization_id=x', '/app/account'])(
    'shows %s in no frame',
    async (path) => {
      const { headers } = await attack(server, 'GET', path);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-frame-options']).toBe('DENY');
    },
  );

  it('sends no address with a code to other sites', async () => {
    const { url } = await requestAccess(server, app);
    const { headers } = await attack(server, 'GET', url.pathname + url.search);
    expect(headers['referrer-policy']).toBe('no-referrer');
  });
});

it('ends the access of an account that is banned or gone', async () => {
  const person = await signUp(server, 'leaving@example.com');
  const tokens = await connectApp(server, person, app);
  await server.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
    person.id,
  ]);
  expect(await readPrompts(tokens.access_token)).toBe(401);
  await expect(refresh(app, tokens.refresh_token)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  await server.sql('update auth.users set banned_until = null where id = $1', [person.id]);
  const request = await requestAccess(server, app);
  const callback = await approve(person, request.url);
  await server.sql('delete from auth.users where id = $1', [person.id]);
  await expect(redeem(app, callback, request)).rejects.toMatchObject({ error: 'invalid_grant' });
  expect(await readPrompts(tokens.access_token)).toBe(401);
});
