import { once } from 'node:events';
import { connect } from 'node:net';
import { request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PostgrestClient } from '@supabase/postgrest-js';
import { describe, expect, it } from 'vitest';
import { setUpTestServer, startTestServer } from '#server/testing/test-server.ts';

const server = await setUpTestServer({ MAX_BODY_MB: '1' });

interface Sent {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

async function sendRequest(
  target: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
): Promise<Sent> {
  const { hostname, port } = new URL(server.url);
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const key = { apikey: server.secrets.secretKey };
  const outgoing = send({
    hostname,
    port,
    method,
    path: target,
    headers: { ...key, ...headers, ...length },
  });
  const arrived = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  outgoing.end(body ?? undefined);
  const incoming = await arrived;
  const { date, 'x-request-id': id, ...others } = incoming.headers;
  expect(date).toBeDefined();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  return { status: incoming.statusCode, headers: others, body: await buffer(incoming) };
}

const json = { 'content-type': 'application/json' };
const cases: readonly [
  status: number,
  method: string,
  target: string,
  headers?: Record<string, string>,
  body?: string,
][] = [
  [200, 'GET', '/prompts?select=id,title&order=title&limit=3'],
  [206, 'GET', '/prompts?select=id&order=id&limit=2', { prefer: 'count=exact' }],
  [206, 'HEAD', '/prompts?select=id&order=id&limit=2', { prefer: 'count=exact' }],
  [200, 'GET', '/prompts?select=id&title=like.%22*%25', { accept: 'text/csv' }],
  [200, 'GET', '/prompts?select=*&limit=50', { 'accept-encoding': 'br' }],
  [200, 'GET', '/prompts?select=*&limit=50', { 'accept-encoding': 'gzip', accept: 'text/csv' }],
  [206, 'GET', '/prompts?select=*&limit=50', { 'accept-encoding': 'gzip', prefer: 'count=exact' }],
  [200, 'HEAD', '/prompts?select=*&limit=50', { 'accept-encoding': 'br' }],
  [404, 'GET', '/nothing', { 'accept-encoding': 'br' }],
  [200, 'GET', '/prompts?select=id&limit=0', { 'accept-profile': 'public' }],
  [416, 'GET', '/prompts?offset=1000000', { prefer: 'count=exact' }],
  [406, 'GET', '/prompts?limit=2', { accept: 'application/vnd.pgrst.object+json' }],
  [404, 'GET', '/nothing'],
  [404, 'HEAD', '/nothing'],
  [400, 'GET', '/prompts?select=((('],
  [401, 'GET', '/prompts', { authorization: 'Bearer none.of.ours' }],
  [401, 'GET', '/prompts', { apikey: 'none of ours' }],
  [401, 'POST', '/prompts', { authorization: 'Bearer ', ...json }, '{}'],
  [404, 'GET', '/prompts/1'],
  [405, 'PROPFIND', '/prompts'],
  [200, 'OPTIONS', '/prompts'],
  [201, 'POST', '/prompts?select=id', { ...json, prefer: 'return=representation' }, '[]'],
  [201, 'POST', '/prompts', json, '[]'],
  [201, 'POST', '/prompts', { ...json, prefer: 'return=headers-only' }, '[]'],
  [200, 'HEAD', '/prompts?limit=0'],
  [400, 'POST', '/prompts', json, '{"title":'],
  [400, 'POST', '/prompts', json, '{"title":"€","nothing":1}'],
  [204, 'PATCH', '/prompts?title=eq.none', json, '{"title":"other"}'],
  [200, 'PATCH', '/prompts?title=eq.none', { ...json, prefer: 'return=representation' }, '{}'],
  [204, 'DELETE', '/prompts?title=eq.none', { prefer: 'count=exact' }],
  [404, 'POST', '/rpc/nothing', json, '{}'],
  [413, 'POST', '/prompts', json, `"${'x'.repeat(1024 * 1024)}"`],
];

describe('the fast path of /rest/v1', () => {
  it.each(cases)(
    'responds like the app: %i for %s %s',
    async (status, method, target, headers, body) => {
      const sendTo = (path: string) => sendRequest(path, method, headers ?? {}, body ?? null);
      const ordinary = await sendTo(`/rest/v1${target}`);
      // An absolute URL in the request line, as proxies receive it, goes through the app.
      const other = await sendTo(`${server.url}/rest/v1${target}`);
      expect(ordinary).toEqual(other);
      expect(ordinary.status).toBe(status);
      expect(ordinary.headers['access-control-allow-origin']).toBe('*');
      expect(ordinary.headers['transfer-encoding']).toBeUndefined();
      const isSized = method !== 'HEAD' && status !== 204;
      const length = isSized ? String(ordinary.body.byteLength) : undefined;
      expect(ordinary.headers['content-length']).toBe(length);
    },
  );

  it('sends the same content compressed, to the real client too', async () => {
    const target = '/rest/v1/prompts?select=*&order=id&limit=50';
    const get = (coding: string) => sendRequest(target, 'GET', { 'accept-encoding': coding }, null);
    const [plain, br, gzip] = [await get('identity'), await get('br'), await get('gzip')];
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual([
      'br',
      'gzip',
    ]);
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    for (const { headers } of [plain, br, gzip]) expect(headers.vary).toBe('Accept-Encoding');
    const client = new PostgrestClient(`${server.url}/rest/v1`, {
      headers: { apikey: server.secrets.secretKey },
    });
    const { data } = await client.from('prompts').select('*').order('id').limit(50);
    expect(data).toEqual(JSON.parse(plain.body.toString()));
  });

  it('varies by origin and coding where CORS_ORIGINS lists origins', async () => {
    const strict = await startTestServer({ CORS_ORIGINS: 'https://a.example' });
    const vary = async (path: string) => {
      const { hostname, port } = new URL(strict.url);
      const outgoing = send({ hostname, port, path, headers: { origin: 'https://a.example' } });
      outgoing.end();
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      incoming.resume();
      return incoming.headers.vary;
    };
    const varies = [await vary('/rest/v1/none'), await vary(`${strict.url}/rest/v1/none`)];
    await strict.stop();
    expect(varies).toEqual(['Accept-Encoding, Origin', 'Accept-Encoding, Origin']);
  });

  it('logs the request like the app', async () => {
    await sendRequest('/rest/v1/prompts?select=title&limit=1', 'GET', {}, null);
    const last: unknown = JSON.parse(server.logged.at(-1) ?? '');
    expect(last).toMatchObject({
      message: 'request',
      method: 'GET',
      path: '/rest/v1/prompts',
      status: 200,
    });
  });

  it('survives a client that disconnects in the middle of a body', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const key = server.secrets.secretKey;
    socket.write(
      `POST /rest/v1/prompts HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"`,
    );
    socket.end();
    await once(socket.resume(), 'close');
    const after = await sendRequest('/rest/v1/prompts?limit=1', 'GET', {}, null);
    expect(after.status).toBe(200);
    expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  it('keeps the connection usable when it does not read a body', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const wrong =
      'POST /rest/v1/prompts HTTP/1.1\r\nHost: x\r\napikey: wrong\r\nContent-Length: 9\r\n\r\n{"a":"b"}';
    const last = 'GET /rest/v1/nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    socket.write(wrong + last);
    const responses = await text(socket);
    expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 404']);
  });
});
