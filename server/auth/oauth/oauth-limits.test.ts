import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GuardedFetchError, type GuardedResponse } from '#server/http/guarded-fetch.ts';
import {
  createAuthTestHarness,
  createPerson,
  type AuthResponse,
  type AuthTestHarness,
  type Person,
} from '#server/testing/auth-test-harness.ts';
import { whileTransactionIsOpen } from '#server/testing/while-transaction-is-open.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const clientId = 'https://editor.example/oauth/client.json';
const redirectUri = 'http://127.0.0.1/callback';
const document = { client_id: clientId, client_name: 'Editor', redirect_uris: [redirectUri] };

let harness: AuthTestHarness;
let person: Person;
/** The app's server: its response, and the requests that came. */
let documentServer: { respond: () => GuardedResponse; requests: string[] };

const serve = (body: unknown, headers: GuardedResponse['headers'] = {}, status = 200) => ({
  status,
  headers,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

beforeAll(async () => {
  harness = await createAuthTestHarness({
    environment: {
      HOST: '0.0.0.0',
      SITE_URL: 'https://cuebook.example',
      LIMIT_SIGN_INS: '40',
    },
    fetchUntrusted: (address) => {
      documentServer.requests.push(address);
      return Promise.resolve().then(() => documentServer.respond());
    },
  });
});
afterAll(() => harness.stop());
beforeEach(async () => {
  person = await createPerson(harness);
  documentServer = { respond: () => serve(document), requests: [] };
});

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

function authorize(client: string, from = '192.0.2.1'): Promise<AuthResponse> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  return harness.send('GET', `/oauth/authorize?${query.toString()}`, { from });
}

const parameter = (response: AuthResponse, name: string) =>
  new URL(response.headers.get('location') ?? 'about:blank').searchParams.get(name);

function register(from: string): Promise<AuthResponse> {
  const body = { client_name: 'App', redirect_uris: [redirectUri] };
  return harness.send('POST', '/oauth/clients/register', { body, from });
}

async function registeredId(): Promise<string> {
  return String((await register('203.0.113.200')).body['client_id']);
}

/** Approves a request, and returns its code. */
async function codeFor(client: string): Promise<string> {
  const id = parameter(await authorize(client), 'authorization_id');
  const decided = await harness.send('POST', `/oauth/authorizations/${id}/consent`, {
    body: { action: 'approve' },
    token: person.accessToken,
  });
  return new URL(String(decided.body['redirect_url'])).searchParams.get('code') ?? '';
}

function requestToken(form: Readonly<Record<string, string>>): Promise<AuthResponse> {
  return harness.send('POST', '/oauth/token', {
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

const redeem = (client: string, code: string) =>
  requestToken({
    grant_type: 'authorization_code',
    client_id: client,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    code,
  });

/** Registers an app, and exchanges its code for a refresh token. */
async function connectedApp() {
  const client = await registeredId();
  const { refresh_token: token } = (await redeem(client, await codeFor(client))).body;
  return { client, token };
}

const refresh = (client: string, token: unknown) =>
  requestToken({ grant_type: 'refresh_token', client_id: client, refresh_token: String(token) });

describe('a client ID metadata document', () => {
  it('registers its app, whose host vouches for it', async () => {
    const id = parameter(await authorize(clientId), 'authorization_id');
    const details = await harness.send('GET', `/oauth/authorizations/${id}`, {
      token: person.accessToken,
    });
    expect(details.body['client']).toMatchObject({
      id: clientId,
      name: 'Editor',
      registration_type: 'metadata_document',
    });
    expect((await redeem(clientId, await codeFor(clientId))).status).toBe(200);
  });

  it('is fetched again after its max-age, which is five minutes at least and a day at most', async () => {
    harness.advance(2 * day);
    documentServer.respond = () => serve(document, { 'cache-control': 'public, max-age=600' });
    await authorize(clientId);
    await authorize(clientId);
    expect(documentServer.requests).toEqual([clientId]);
    harness.advance(10 * minute);
    documentServer.respond = () => serve(document, { 'cache-control': 'max-age=9999999' });
    await authorize(clientId);
    expect(documentServer.requests).toHaveLength(2);
    harness.advance(day);
    documentServer.respond = () => serve(document, { 'cache-control': 'no-store' });
    await authorize(clientId);
    await authorize(clientId);
    expect(documentServer.requests).toHaveLength(3);
    harness.advance(5 * minute);
    await authorize(clientId);
    expect(documentServer.requests).toHaveLength(4);
  });

  it.each([
    ['another client_id', () => serve({ ...document, client_id: `${clientId}x` })],
    ['no client_id', () => serve({ ...document, client_id: undefined })],
    ['no redirect URI', () => serve({ ...document, redirect_uris: [] })],
    ['a forbidden redirect URI', () => serve({ ...document, redirect_uris: ['javascript:1'] })],
    ['a secret', () => serve({ ...document, token_endpoint_auth_method: 'client_secret_post' })],
    ['text that is not JSON', () => serve('<html>')],
    ['a list', () => serve([])],
    ['a redirect', () => serve('', { location: 'https://evil.example' }, 302)],
    ['an error', () => serve(document, {}, 500)],
    [
      'a private address',
      () => {
        throw new GuardedFetchError('private-address', 'It is in a private network');
      },
    ],
  ])('is refused with %s', async (_what, respond) => {
    harness.advance(2 * day);
    documentServer.respond = respond;
    expect(parameter(await authorize(clientId), 'error')).toBe('unknown-client');
  });

  it('makes the server send at most 30 requests in five minutes for an address', async () => {
    documentServer.respond = () => serve('', {}, 404);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 32; attempt += 1) {
      const id = `https://editor.example/${attempt}.json`;
      statuses.push((await authorize(id, '198.51.100.7')).status);
    }
    expect(documentServer.requests).toHaveLength(30);
    expect(statuses.slice(30)).toEqual([429, 429]);
  });
});

describe('a flood of registrations', () => {
  it('ends after 60 in an hour from an address', async () => {
    const replies = [];
    for (let attempt = 0; attempt < 61; attempt += 1) replies.push(await register('192.0.2.9'));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(60);
    expect([replies[60]?.status, replies[60]?.body['error']]).toEqual([
      429,
      'temporarily_unavailable',
    ]);
    expect(Number(replies[60]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await register('192.0.2.10')).status).toBe(201);
  });

  it('ends after 60 in an hour from all networks of an IPv6 site', async () => {
    const replies = [];
    for (let network = 0; network < 61; network += 1) {
      replies.push(await register(`2001:db8:1:${network.toString(16)}::1`));
    }
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(60);
    expect(replies.at(-1)?.status).toBe(429);
    expect((await register('2001:db8:2::1')).status).toBe(201);
  });

  it('from many addresses ends after 2,000', async () => {
    await harness.database.sql(
      `update auth.rate_limits set tokens = 1 where key like 'registrations:%'`,
    );
    expect((await register('192.0.2.20')).status).toBe(201);
    expect((await register('192.0.2.21')).status).toBe(429);
    harness.advance(day);
    expect((await register('192.0.2.21')).status).toBe(201);
  });

  it('stores no large metadata', async () => {
    const many = Array.from({ length: 21 }, (_, port) => `http://127.0.0.1:${port + 1000}/`);
    const long = [`https://app.example/${'x'.repeat(2000)}`];
    const longTogether = many.slice(0, 3).map((uri) => `${uri}${'x'.repeat(1900)}`);
    for (const redirect_uris of [many, long, longTogether]) {
      const reply = await harness.send('POST', '/oauth/clients/register', {
        body: { client_name: 'App', redirect_uris },
        from: '192.0.2.30',
      });
      expect([reply.status, reply.body['error']]).toEqual([400, 'invalid_redirect_uri']);
    }
  });
});

it('refreshes one connection at most LIMIT_SIGN_INS times in five minutes, and another still', async () => {
  const { client, token } = await connectedApp();
  let reply = await refresh(client, token);
  for (let count = 1; count < 40; count += 1) {
    reply = await refresh(client, reply.body['refresh_token']);
    expect(reply.status).toBe(200);
  }
  const last = reply.body['refresh_token'];
  expect((await refresh(client, last)).status).toBe(429);
  const other = await connectedApp();
  expect((await refresh(other.client, other.token)).status).toBe(200);
  harness.advance(5 * minute);
  expect((await refresh(client, last)).status).toBe(200);
});

describe('time limits', () => {
  it('gives a person half an hour to decide', async () => {
    const client = await registeredId();
    const id = parameter(await authorize(client), 'authorization_id');
    harness.advance(30 * minute);
    const details = await harness.send('GET', `/oauth/authorizations/${id}`, {
      token: person.accessToken,
    });
    expect([details.status, details.body['code']]).toEqual([404, 'oauth_authorization_not_found']);
  });

  it('gives an app two minutes to use its code', async () => {
    const client = await registeredId();
    const code = await codeFor(client);
    harness.advance(2 * minute);
    const reply = await redeem(client, code);
    expect([reply.status, reply.body['error_description']]).toEqual([400, 'The code has expired']);
  });

  it('revokes all access when a used refresh token returns after ten seconds', async () => {
    const { client, token: stolen } = await connectedApp();
    const renewed = await refresh(client, stolen);
    harness.advance(11_000);
    const reuse = await refresh(client, stolen);
    expect([reuse.status, reuse.body['error']]).toEqual([400, 'invalid_grant']);
    expect((await refresh(client, renewed.body['refresh_token'])).status).toBe(400);
    const left = await harness.database.sql(
      'select from auth.oauth_tokens t join auth.oauth_grants g on g.id = t.grant_id where g.client_id = $1',
      [client],
    );
    expect(left).toEqual([]);
  });

  it('gives a repeated refresh the same successor, unless that is used', async () => {
    const { client, token } = await connectedApp();
    const replies = await Promise.all([1, 2, 3].map(() => refresh(client, token)));
    expect(new Set(replies.map(({ body }) => body['refresh_token'])).size).toBe(1);
    await refresh(client, replies[0]?.body['refresh_token']);
    expect((await refresh(client, token)).status).toBe(400);
  });

  it('ends a refresh token that is unused for 60 days', async () => {
    const { client, token } = await connectedApp();
    harness.advance(60 * day);
    expect((await refresh(client, token)).body['error_description']).toBe(
      'The refresh token has expired',
    );
  });
});

describe('requests that meet', () => {
  const grantOf = async (client: string): Promise<unknown> => {
    const [grant] = await harness.database.sql<{ id: string }>(
      'select id from auth.oauth_grants where client_id = $1',
      [client],
    );
    return grant?.id;
  };

  it('revokes a refresh token while the app refreshes it', async () => {
    const { client, token } = await connectedApp();
    const grant = await grantOf(client);
    // Locks the grant, then its tokens, as a refresh does.
    const revoked = await whileTransactionIsOpen(
      harness.database,
      async (refreshing) => {
        await refreshing.query('set role supabase_auth_admin');
        await refreshing.query('select from auth.oauth_grants where id = $1 for update', [grant]);
      },
      () =>
        harness.send('POST', '/oauth/revoke', {
          body: new URLSearchParams({ token: String(token) }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      (refreshing) =>
        refreshing.query('update auth.oauth_tokens set used_at = now() where grant_id = $1', [
          grant,
        ]),
    );
    expect(revoked.status).toBe(200);
    expect(await grantOf(client)).toBeUndefined();
  });

  it('recognises a code that comes again while the person disconnects the app', async () => {
    const client = await registeredId();
    const code = await codeFor(client);
    await redeem(client, code);
    const grant = await grantOf(client);
    // Locks the grant first, as disconnecting an app does.
    const again = await whileTransactionIsOpen(
      harness.database,
      async (disconnecting) => {
        await disconnecting.query('set role supabase_auth_admin');
        await disconnecting.query('select from auth.oauth_grants where id = $1 for update', [
          grant,
        ]);
      },
      () => redeem(client, code),
      // Each waits for the other now, and PostgreSQL ends one of them.
      (disconnecting) =>
        disconnecting.query('delete from auth.oauth_grants where id = $1', [grant]).catch(() => {}),
    );
    expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant']);
  });
});

it('connects at most 100 apps to an account', async () => {
  const client = await registeredId();
  await harness.database.sql(
    `set role supabase_auth_admin;
     insert into auth.oauth_grants (user_id, client_id, scopes, audience)
     select '${person.id}', '${client}', '{prompts:read}', 'a' from generate_series(1, 100);
     reset role`,
  );
  const id = parameter(await authorize(client), 'authorization_id');
  const decided = await harness.send('POST', `/oauth/authorizations/${id}/consent`, {
    body: { action: 'approve' },
    token: person.accessToken,
  });
  expect([decided.status, decided.body['message']]).toEqual([
    400,
    'An account connects at most 100 apps. Revoke one that is no longer used.',
  ]);
});

it('writes no code or token to the log or the audit log', async () => {
  const client = await registeredId();
  const code = await codeFor(client);
  const { body } = await redeem(client, code);
  await refresh(client, body['refresh_token']);
  const audit = await harness.database.sql<{ payload: unknown }>(
    'select payload from auth.audit_log_entries',
  );
  const written = harness.logged.join() + JSON.stringify(audit);
  expect(written).toContain('oauth_consent_granted');
  for (const secret of [code, body['access_token'], body['refresh_token']]) {
    expect(written).not.toContain(secret);
  }
});
