import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';
import { publishableKey } from '../fixtures/rest-client.ts';

/** Patterns no response may contain: SQL, source locations, paths of the machine. */
const innards =
  /\bselect .* from\b|insert into|\bat .*:\d+:\d+|node_modules|\.ts\b|\/tmp\/|\/home\//i;

interface Case {
  readonly what: string;
  readonly path: string;
  readonly data: string | Buffer;
  readonly status: number;
  readonly says: Record<string, unknown>;
}

const cases: readonly Case[] = [
  {
    what: 'a row that is no JSON',
    path: '/rest/v1/prompts',
    data: '{"title":',
    status: 400,
    says: { code: 'PGRST102' },
  },
  {
    what: 'a row with a column that is none',
    path: '/rest/v1/prompts',
    data: '{"colour":"blue"}',
    status: 400,
    says: { code: 'PGRST204' },
  },
  {
    what: 'a table that is none',
    path: '/rest/v1/secrets',
    data: '{}',
    status: 404,
    says: { code: 'PGRST205' },
  },
  {
    what: 'a function that is none',
    path: '/rest/v1/rpc/drop_everything',
    data: '{}',
    status: 404,
    says: { code: 'PGRST202' },
  },
  {
    what: 'an id that is no UUID',
    path: '/rest/v1/rpc/public_prompt',
    data: '{"id":"no-uuid"}',
    status: 400,
    says: { code: '22P02' },
  },
  {
    what: 'a sign-up that is no JSON',
    path: '/auth/v1/signup',
    data: 'email=nobody',
    status: 400,
    says: { error_code: 'bad_json' },
  },
  {
    what: 'a sign-up with an e-mail that is none',
    path: '/auth/v1/signup',
    data: '{"email":"nobody","password":"Prompt-Book-1"}',
    status: 400,
    says: { error_code: 'validation_failed' },
  },
  {
    what: 'a wrong password',
    path: '/auth/v1/token?grant_type=password',
    data: '{"email":"nobody@example.com","password":"guess"}',
    status: 400,
    says: { error_code: 'invalid_credentials' },
  },
  {
    what: 'a refresh token that is made up',
    path: '/auth/v1/token?grant_type=refresh_token',
    data: '{"refresh_token":"made-up"}',
    status: 400,
    says: { error_code: 'refresh_token_not_found' },
  },
  {
    what: 'a link that is made up',
    path: '/auth/v1/verify',
    data: '{"type":"signup","token_hash":"made-up"}',
    status: 403,
    says: { error_code: 'otp_expired' },
  },
];

async function send(request: APIRequestContext, path: string, data: string | Buffer) {
  const apikey = publishableKey();
  const response = await request.post(path, {
    headers: { apikey, 'content-type': 'application/json' },
    // As bytes, because invalid JSON would be sent as a JSON string.
    data: Buffer.from(data),
  });
  return { status: response.status(), text: await response.text() };
}

test("an invalid API request gets the protocol's error without internals", async ({ request }) => {
  for (const { what, path, data, status, says } of cases) {
    await test.step(what, async () => {
      const reply = await send(request, path, data);
      expect.soft(reply.status, reply.text).toBe(status);
      expect.soft(JSON.parse(reply.text), what).toMatchObject(says);
      expect.soft(reply.text).not.toMatch(innards);
    });
  }
});

test('a body that is too large is refused before it is read', async ({ request }) => {
  const { status, text } = await send(
    request,
    '/rest/v1/prompts',
    Buffer.alloc(17 * 1024 * 1024, 32),
  );
  expect(status).toBe(413);
  expect(text).not.toMatch(innards);
});
