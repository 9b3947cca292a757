/** Sends each request that the table in docs/storage-api.md lists as refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { storageClient } from '#server/testing/storage-client.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/storage-api.md'), 'utf8');
const row = /^\| ([^|]+?) +\| `([A-Z]+) (\S+)(?: (\{.+\}))?` +\| (\d{3}) (\w+) +\|$/gm;
const refusals = [...page.matchAll(row)].map(([, what, method, path, body, status, code]) => ({
  what,
  method: method ?? '',
  path: path ?? '',
  body,
  expected: { status: Number(status), code },
}));

const server = await setUpTestServer();
beforeAll(async () => {
  const operator = storageClient(server, 'operator');
  await operator.createBucket('photos', { public: true });
  await operator.from('photos').upload('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
});

it('docs/storage-api.md has a table of refused requests', () => {
  expect(refusals.length).toBeGreaterThan(10);
});

it.each(refusals)('/storage/v1 refuses $what: $method $path', async (refusal) => {
  const { method, path, body, expected } = refusal;
  const response = await fetch(`${server.url}/storage/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${server.secrets.secretKey}` },
    ...(body === undefined ? {} : { body }),
  });
  const { code } = Object(await response.json()) as { code?: unknown };
  expect({ status: response.status, code }).toEqual(expected);
});
