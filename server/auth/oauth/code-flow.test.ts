import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  approve,
  authorizationId,
  connectApp,
  insecure,
  redeem,
  refresh,
  registerApp,
  requestAccess,
  type OAuthApp,
} from '#server/testing/oauth-app.ts';
import { dataClient, insert, signUp, type Person } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

const server = await setUpTestServer();
let person: Person;
let app: OAuthApp;
beforeAll(async () => {
  person = await signUp(server, 'person@example.com');
  app = await registerApp(server);
});

const statusOf = async (path: string, token: string) =>
  (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).status;

describe('the OAuth server, to an OAuth client and auth-js', () => {
  it('leads from the address of a resource to a token that acts as the person', async () => {
    await person.db.from('prompts').insert({ title: 'Own', content: 'x' });
    const request = await requestAccess(server, app);
    const id = await authorizationId(request.url);
    const details = await person.auth.oauth.getAuthorizationDetails(id);
    expect(details.data).toEqual({
      authorization_id: id,
      redirect_uri: app.redirectUri,
      client: {
        id: app.client.client_id,
        name: 'Test app',
        uri: '',
        logo_uri: '',
        registration_type: 'dynamic',
      },
      user: { id: person.id, email: person.email },
      scope: 'prompts:read',
      resource: server.url,
    });
    const approved = await person.auth.oauth.approveAuthorization(id, {
      skipBrowserRedirect: true,
    });
    const tokens = await redeem(app, new URL(approved.data?.redirect_url ?? ''), request);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'prompts:read' });
    const asApp = dataClient(server, tokens.access_token);
    expect((await asApp.from('prompts').select('title').eq('user_id', person.id)).data).toEqual([
      { title: 'Own' },
    ]);
    const written = await asApp.from('prompts').insert({ title: 'By the app', content: 'x' });
    expect(written.error?.message).toBe('The access token needs the scope prompts:write');
  });

  it('stores tokens and codes as hashes only', async () => {
    const tokens = await connectApp(server, person, app);
    const stored = JSON.stringify(
      await server.sql('select t.*, t.token_hash::text from auth.oauth_tokens t'),
    );
    expect(stored).not.toContain(tokens.access_token);
    expect(stored).not.toContain(tokens.refresh_token);
  });

  async function decide(url: URL, decision: object) {
    const session = await person.auth.getSession();
    const response = await fetch(
      `${server.url}/auth/v1/oauth/authorizations/${await authorizationId(url)}/consent`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${session.data.session?.access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(decision),
      },
    );
    return { status: response.status, text: await response.text() };
  }

  it.each([
    ['group', 'without chains', 'prompts:read prompts:write'],
    ['team', 'with its chains', 'prompts:read prompts:write chains:read'],
  ])('limits access to a %s, %s', async (kind, _chains, scope) => {
    const limit = { [`${kind}_id`]: await insert(person, `${kind}s`, { name: 'Work' }) };
    const title = `In the ${kind}`;
    await person.db.from('prompts').insert({ title, content: 'x', ...limit });
    const request = await requestAccess(server, app, {
      scope: 'prompts:read prompts:write chains:read',
    });
    const { text } = await decide(request.url, { action: 'approve', ...limit });
    const [, callback = ''] = /"redirect_url":"([^"]+)"/.exec(text) ?? [];
    const tokens = await redeem(app, new URL(callback), request);
    expect(tokens.scope).toBe(scope);
    const asApp = dataClient(server, tokens.access_token);
    expect((await asApp.from('prompts').select('title')).data).toEqual([{ title }]);
    const inside = await asApp.from('prompts').insert({ title: 'New', content: 'x', ...limit });
    expect(inside.error).toBeNull();
    const outside = await asApp.from('prompts').insert({ title: 'New', content: 'x' });
    expect(outside.error?.code).toBe('42501');
  });

  it("shows nothing of a stranger's team to an app that is limited to it", async () => {
    const stranger = await signUp(server, 'stranger@example.com');
    const team_id = await insert(stranger, 'teams', { name: 'Theirs' });
    await stranger.db.from('prompts').insert({ title: 'Theirs', content: 'x', team_id });
    const request = await requestAccess(server, app);
    const { text } = await decide(request.url, { action: 'approve', team_id });
    const [, callback = ''] = /"redirect_url":"([^"]+)"/.exec(text) ?? [];
    const { access_token: token } = await redeem(app, new URL(callback), request);
    const seen = await dataClient(server, token).from('prompts').select('title');
    expect(seen).toMatchObject({ error: null, data: [] });
  });

  it('takes one limit, not two', async () => {
    const { url } = await requestAccess(server, app);
    const limits = { group_id: crypto.randomUUID(), team_id: crypto.randomUUID() };
    const refused = await decide(url, { action: 'approve', ...limits });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('not both');
  });

  it('tells the app of a refusal', async () => {
    const request = await requestAccess(server, app);
    const denied = await person.auth.oauth.denyAuthorization(await authorizationId(request.url), {
      skipBrowserRedirect: true,
    });
    const callback = new URL(denied.data?.redirect_url ?? '');
    expect(() => oauth.validateAuthResponse(app.as, app.client, callback, request.state)).toThrow(
      oauth.AuthorizationResponseError,
    );
    expect(callback.searchParams.get('error')).toBe('access_denied');
  });

  it('takes one decision', async () => {
    const { url } = await requestAccess(server, app);
    const id = await authorizationId(url);
    await person.auth.oauth.denyAuthorization(id, { skipBrowserRedirect: true });
    const again = await person.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true });
    expect(again.error).toMatchObject({ status: 404, code: 'oauth_authorization_not_found' });
  });

  it('renews access by a refresh token, which changes each time', async () => {
    const tokens = await connectApp(server, person, app);
    const renewed = await refresh(app, tokens.refresh_token);
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect(await statusOf('/rest/v1/prompts', renewed.access_token)).toBe(200);
    // The response may have been lost: a repetition at once gets the same token.
    expect((await refresh(app, tokens.refresh_token)).refresh_token).toBe(renewed.refresh_token);
  });

  it('lists what was allowed, and ends it at the next request', async () => {
    const other = await registerApp(server, { name: 'Another app' });
    const tokens = await connectApp(server, person, other);
    expect(await statusOf('/rest/v1/prompts', tokens.access_token)).toBe(200);
    const grants = await person.auth.oauth.listGrants();
    expect(grants.data?.[0]).toMatchObject({
      client: { id: other.client.client_id, name: 'Another app' },
      scopes: ['prompts:read'],
      resource: server.url,
    });
    expect(grants.data?.[0]).not.toMatchObject({ last_used_at: null });
    await person.auth.oauth.revokeGrant({ clientId: other.client.client_id });
    expect(await statusOf('/rest/v1/prompts', tokens.access_token)).toBe(401);
    await expect(refresh(other, tokens.refresh_token)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const again = await person.auth.oauth.revokeGrant({ clientId: other.client.client_id });
    expect(again.error).toMatchObject({ code: 'oauth_consent_not_found' });
  });

  it('lets an app end its own access', async () => {
    const tokens = await connectApp(server, person, app);
    const revoke = async (token: string) =>
      oauth.processRevocationResponse(
        await oauth.revocationRequest(app.as, app.client, oauth.None(), token, insecure),
      );
    await revoke(tokens.access_token);
    expect(await statusOf('/rest/v1/prompts', tokens.access_token)).toBe(401);
    const renewed = await refresh(app, tokens.refresh_token);
    await revoke(renewed.refresh_token ?? '');
    expect(await statusOf('/rest/v1/prompts', renewed.access_token)).toBe(401);
    await revoke('unknown');
  });

  it('redirects to the port that a program on this machine has chosen', async () => {
    const moved = { ...app, redirectUri: 'http://127.0.0.1:50123/callback' };
    const request = await requestAccess(server, moved);
    const callback = await approve(person, request.url);
    expect(callback.port).toBe('50123');
    expect((await redeem(moved, callback, request)).scope).toBe('prompts:read');
  });
});

describe('the metadata of the OAuth server', () => {
  it.each([
    '/.well-known/oauth-authorization-server/auth/v1',
    '/.well-known/oauth-authorization-server',
    '/auth/v1/.well-known/oauth-authorization-server',
  ])('is at %s, for pages of every origin', async (path) => {
    const response = await fetch(server.url + path, {
      headers: { origin: 'https://inspector.example' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({
      issuer: `${server.url}/auth/v1`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it('answers the preflight of a page', async () => {
    const response = await fetch(`${server.url}/.well-known/oauth-protected-resource/mcp`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://inspector.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'mcp-protocol-version',
      },
    });
    expect([response.status, response.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Authorization, mcp-protocol-version, Accept, Accept-Language, Content-Language',
    ]);
  });

  it('names the host of a site on loopback that was asked', async () => {
    const { port } = new URL(server.url);
    const response = await fetch(
      `http://localhost:${port}/.well-known/oauth-protected-resource/mcp`,
    );
    expect(await response.json()).toMatchObject({
      resource: `http://localhost:${port}/mcp`,
      authorization_servers: [`${server.url}/auth/v1`],
    });
  });
});
