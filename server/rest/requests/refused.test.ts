/** Sends each request that the table in docs/rest-api.md lists as refused. */
import { expect, it } from 'vitest';
import { refusedRequests } from '#server/testing/refused-requests.ts';
import { setUpRestFixture } from '#server/testing/rest/rest-fixture.ts';

const rest = await setUpRestFixture();

it.each(refusedRequests('rest-api.md'))(
  '/rest/v1 refuses $feature: $method $path',
  async ({ method, path, headers, expected }) => {
    const sent = await rest.send(method, path, { headers });
    const { code } = Object(sent.json) as { code?: unknown };
    expect({ status: sent.status, code }).toEqual(expected);
  },
);
