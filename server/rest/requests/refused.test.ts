/** Sends each request that the table in docs/rest-api.md lists as refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setUpRestFixture } from '#server/testing/rest/rest-fixture.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/rest-api.md'), 'utf8');
const row =
  /^\| ([^|]+?) +\| `([A-Z]+) ([^`]+)` +\| +(?:`([a-z-]+): ([^`]+)` +)?\| (\d{3}) (PGRST\d{3}|[0-9A-Z]{5}) +\|$/gm;
const refusals = [...page.matchAll(row)].map(
  ([, what, method, path, header, value, status, code]) => ({
    what: what ?? '',
    method: method ?? '',
    path: path ?? '',
    headers: header === undefined || value === undefined ? {} : { [header]: value },
    expected: { status: Number(status), code },
  }),
);

const rest = await setUpRestFixture();

it('docs/rest-api.md has a table of refused requests', () => {
  expect(refusals.length).toBeGreaterThan(12);
});

it.each(refusals)(
  '/rest/v1 refuses $what: $method $path',
  async ({ method, path, headers, expected }) => {
    const sent = await rest.send(method, path, { headers });
    const { code } = Object(sent.json) as { code?: unknown };
    expect({ status: sent.status, code }).toEqual(expected);
  },
);
