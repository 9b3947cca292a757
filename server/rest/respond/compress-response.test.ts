import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RestRequest, RestResponse } from '#server/rest/rest-request.ts';
import { withCompression } from './compress-response.ts';

const text = JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ id, title: 'A prompt' })));
const json = ['content-type', 'application/json; charset=utf-8'] as const;
type Headers = RestResponse['headers'];

function requestFor(acceptEncoding: string | null): RestRequest {
  return {
    method: 'GET',
    target: '/prompts',
    headers: {
      get: (name) => (name === 'accept-encoding' ? acceptEncoding : null),
      toJson: () => '{}',
    },
    clientAddress: () => '192.0.2.1',
    body: async () => new Uint8Array(),
  };
}

function respondWith(body: RestResponse['body'], headers: Headers = [json], status = 200) {
  return withCompression(async () => ({ status, headers, body }));
}

const headersOf = (response: RestResponse, wanted: string) =>
  response.headers.flatMap(([name, value]) => (name === wanted ? [value] : []));
const codingOf = (response: RestResponse) => headersOf(response, 'content-encoding')[0];
const bytesOf = ({ body }: RestResponse) => Buffer.from(body ?? '');

describe('withCompression', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('sends %s with the same content in a third of the bytes', async (coding, decode) => {
    const response = await respondWith(text)(requestFor(coding));
    expect(codingOf(response)).toBe(coding);
    expect(decode(bytesOf(response)).toString()).toBe(text);
    expect(bytesOf(response).byteLength).toBeLessThan(text.length / 3);
    expect(headersOf(response, 'vary')).toEqual(['Accept-Encoding']);
  });

  it.each([null, 'identity', 'gzip;q=0', 'deflate'])(
    'sends Accept-Encoding %s plain',
    async (header) => {
      const response = await respondWith(text)(requestFor(header));
      expect([codingOf(response), response.body]).toEqual([undefined, text]);
      expect(headersOf(response, 'vary')).toEqual(['Accept-Encoding']);
    },
  );

  it.each<readonly [string, RestResponse['body'], Headers]>([
    ['a small body', '{"message":"no"}', [json]],
    ['an empty body', '', [json]],
    ['no body', null, [json]],
    ['a body of more than 8 MiB', 'x'.repeat(8 * 1024 * 1024 + 1), [json]],
    ['an image', text, [['content-type', 'image/png']]],
    ['bytes', text, [['content-type', 'application/octet-stream']]],
    ['a body that is encoded already', text, [json, ['Content-Encoding', 'zstd']]],
    ['a strong ETag', text, [json, ['etag', '"1"']]],
    ['no-transform', text, [json, ['cache-control', 'public, no-transform']]],
  ])('leaves %s as it is', async (_, body, headers) => {
    const response = await respondWith(body, headers)(requestFor('br, gzip'));
    expect(response.body).toBe(body);
    expect(response.headers.filter(([name]) => name !== 'vary')).toEqual(headers);
  });

  it.each(['text/csv; charset=utf-8', 'application/vnd.pgrst.object+json', 'text/xml'])(
    'compresses %s',
    async (type) => {
      const response = await respondWith(text, [['content-type', type]], 206)(requestFor('br'));
      expect([codingOf(response), response.status]).toEqual(['br', 206]);
    },
  );

  it('compresses a weak ETag, and small bodies for clients that refuse plain ones', async () => {
    const weak = await respondWith(text, [json, ['etag', 'W/"1"']])(requestFor('br'));
    expect(codingOf(weak)).toBe('br');
    const small = await respondWith('{"a":1}')(requestFor('identity;q=0, gzip'));
    expect(gunzipSync(bytesOf(small)).toString()).toBe('{"a":1}');
  });

  it.each([
    ['Origin', 'Origin, Accept-Encoding'],
    ['accept-encoding, Origin', 'accept-encoding, Origin'],
    ['*', '*'],
  ])('joins Vary: %s of a function', async (own, joined) => {
    const response = await respondWith(text, [json, ['Vary', own]])(requestFor('br'));
    const varies = response.headers.filter(([name]) => name.toLowerCase() === 'vary');
    expect(varies.map(([, value]) => value)).toEqual([joined]);
  });

  it('sends plain responses while more than eight requests are handled', async () => {
    const { promise, resolve } = Promise.withResolvers<RestResponse>();
    const handle = withCompression(() => promise);
    const many = Array.from({ length: 12 }, () => handle(requestFor('br')));
    resolve({ status: 200, headers: [json], body: text });
    const plain = (await Promise.all(many)).filter((response) => codingOf(response) === undefined);
    expect(plain.length).toBeGreaterThanOrEqual(8);
    const alone = await handle(requestFor('br'));
    expect(codingOf(alone)).toBe('br');
  });

  it('compresses at most two bodies at once', async () => {
    const handle = respondWith(text);
    const few = await Promise.all(Array.from({ length: 8 }, () => handle(requestFor('gzip'))));
    const compressed = few.filter((response) => codingOf(response) === 'gzip');
    expect(compressed.length).toBeGreaterThanOrEqual(1);
    expect(compressed.length).toBeLessThanOrEqual(2);
  });
});
