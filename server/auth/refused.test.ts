/** Sends each request that the table in docs/auth-api.md lists as refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthTestHarness, createPerson } from '#server/testing/auth-test-harness.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/auth-api.md'), 'utf8');
const row =
  /^\| ([^|]+?) +\| `([A-Z]+) (\S+)(?: (\{.*\}))?` +\| (public key|session|secret key) +\| (\d{3}) (\w+) +\|$/gm;
const refusals = [...page.matchAll(row)].map(
  ([, what, method, path, body, credential, status, code]) => ({
    what,
    method: method ?? '',
    path: path ?? '',
    body: body === undefined ? {} : { body: JSON.parse(body) as object },
    credential,
    expected: [Number(status), code, code],
  }),
);

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());
let token: string;
beforeAll(async () => {
  token = (await createPerson(harness)).accessToken;
});

it('docs/auth-api.md has a table of refused requests', () => {
  expect(refusals.length).toBeGreaterThan(30);
});

it.each(refusals)('/auth/v1 refuses $what: $method $path with the $credential', async (refusal) => {
  const { method, path, body, credential, expected } = refusal;
  const tokens: Readonly<Record<string, string>> = {
    session: token,
    'secret key': harness.secretKey,
  };
  const bearer = tokens[credential ?? ''];
  const response = await harness.send(method, path, {
    ...body,
    ...(bearer === undefined ? {} : { token: bearer }),
  });
  expect([response.status, response.body['code'], response.headers.get('x-sb-error-code')]).toEqual(
    expected,
  );
});
