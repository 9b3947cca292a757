/** Sends each request that the table in docs/storage-api.md lists as refused. */
import { beforeAll, expect, it } from 'vitest';
import { refusedRequests } from '#server/testing/refused-requests.ts';
import { storageClient } from '#server/testing/storage-client.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

const server = await setUpTestServer();
beforeAll(async () => {
  const operator = storageClient(server, 'operator');
  await operator.createBucket('photos', { public: true });
  await operator.from('photos').upload('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
});

it.each(refusedRequests('storage-api.md'))(
  '/storage/v1 refuses $feature: $method $path',
  async ({ method, path, body, expected }) => {
    const response = await fetch(`${server.url}/storage/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${server.secrets.secretKey}` },
      ...(body === undefined ? {} : { body }),
    });
    const { code } = Object(await response.json()) as { code?: unknown };
    expect({ status: response.status, code }).toEqual(expected);
  },
);
