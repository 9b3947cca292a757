import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import {
  createClient,
  FunctionRegion,
  FunctionsHttpError,
  FunctionsRelayError,
} from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { createStorageUser } from '#server/testing/storage-client.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let folder: string;
let server: TestServer;
let token: string;

/** Functions by name. */
const files = {
  echo: `export default async (request) => Response.json({
    path: new URL(request.url).pathname, search: new URL(request.url).search,
    method: request.method, type: request.headers.get('content-type'),
    region: request.headers.get('x-region'), body: await request.text(),
    address: request.headers.get('x-forwarded-for'),
  })`,
  open: `export const verify_jwt = false; export default () => new Response('hello')`,
  form: `export default async (request) => {
    const form = await request.formData();
    return Response.json([...form.entries()]);
  }`,
  bytes: `export default async (request) => new Response(await request.arrayBuffer(), {
    headers: { 'content-type': 'application/octet-stream' } })`,
  events: `export default () => {
    let count = 0;
    return new Response(new ReadableStream({
      pull(controller) {
        if (count === 3) return controller.close();
        controller.enqueue(new TextEncoder().encode('data: ' + count++ + '\\n\\n'));
      },
    }), { headers: { 'content-type': 'text/event-stream' } });
  }`,
  refuses: `export default () => Response.json({ reason: 'no' }, { status: 418 })`,
  throws: `export default () => { throw new Error('the reason') }`,
  nothing: `export default () => 'a text'`,
  broken: `export default (`,
  empty: `export const other = 1`,
  environment: `export default () => Response.json(process.env)`,
  logs: `export default () => { console.log('a line of the function'); return new Response(null, { status: 204 }) }`,
  page: `export default () => new Response('<script>alert(1)</script>', {
    headers: { 'content-type': 'text/html' } })`,
  passes: `export default async (request) => {
    const { searchParams } = new URL(request.url);
    const response = await fetch(searchParams.get('from'));
    if (searchParams.get('how') === 'cloned') return response.clone();
    if (searchParams.get('how') === 'rebuilt') {
      return new Response(response.body, { headers: response.headers });
    }
    return response;
  }`,
  used: `export default async () => {
    const response = new Response('read');
    await response.text();
    return response;
  }`,
  fails: `export default () => new Response(new ReadableStream({
    pull(controller) { controller.error(new Error('no body')); } }))`,
  typed: `const greet = (name: string): string => 'Hello ' + name;
    export default () => new Response(greet('Ada'))`,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuebook-functions-'));
  await Promise.all(
    Object.entries(files).map(([name, source]) =>
      writeFile(join(folder, `${name}.${name === 'typed' ? 'ts' : 'mjs'}`), source),
    ),
  );
  await writeFile(join(folder, '.env'), 'GREETING=hello\n');
  server = await startTestServer({ FUNCTIONS_DIR: folder });
  ({ token } = await createStorageUser(server, 'ada@example.com'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** The client library, unmodified, signed in. */
function client() {
  return createClient(server.url, server.secrets.publishableKey, {
    accessToken: async () => token,
  }).functions;
}

function call(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.url}/functions/v1/${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

describe('the client library', () => {
  it.each([
    ['JSON', { a: 1 }, 'application/json', '{"a":1}'],
    ['text', 'plain', 'text/plain', 'plain'],
  ])('sends %s', async (_, body, type, received) => {
    const { data } = await client().invoke<unknown>('echo', { body });
    expect(data).toMatchObject({ path: '/echo', method: 'POST', type, body: received });
  });

  it('sends forms with files', async () => {
    const body = new FormData();
    body.set('title', 'A prompt');
    const { data } = await client().invoke<unknown>('form', { body });
    expect(data).toEqual([['title', 'A prompt']]);
  });

  it('sends and receives bytes', async () => {
    const bytes = new Uint8Array(100_000).map((_, index) => index % 251);
    const { data } = await client().invoke<Blob>('bytes', { body: bytes.buffer });
    expect(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
  });

  it('calls paths below a function, by other methods, and names a region', async () => {
    const options = { method: 'DELETE', region: FunctionRegion.UsEast1 } as const;
    const { data } = await client().invoke<unknown>('echo/a/b?c=d', options);
    expect(data).toMatchObject({ path: '/echo/a/b', method: 'DELETE', region: 'us-east-1' });
    expect(data).toMatchObject({ search: '?c=d&forceFunctionRegion=us-east-1' });
  });

  it('reads a stream of events', async () => {
    const { data } = await client().invoke<Response>('events');
    expect(await data?.text()).toBe('data: 0\n\ndata: 1\n\ndata: 2\n\n');
  });

  it('tells errors of a function from errors of the service', async () => {
    const refused = await client().invoke('refuses');
    expect(refused.error).toBeInstanceOf(FunctionsHttpError);
    expect(await refused.response?.json()).toEqual({ reason: 'no' });
    expect((await client().invoke('throws')).error).toBeInstanceOf(FunctionsHttpError);
    expect((await client().invoke('missing')).error).toBeInstanceOf(FunctionsRelayError);
    expect((await client().invoke('broken')).error).toBeInstanceOf(FunctionsRelayError);
  });
});

describe('functions', () => {
  it('may be written in TypeScript', async () => {
    expect(await (await call('typed')).text()).toBe('Hello Ada');
  });

  it.each([
    ['throws', 500, 'WORKER_ERROR'],
    ['nothing', 500, 'WORKER_ERROR'],
    ['used', 500, 'WORKER_ERROR'],
    ['fails', 500, 'WORKER_ERROR'],
    ['broken', 503, 'BOOT_ERROR'],
    ['empty', 503, 'BOOT_ERROR'],
    ['missing', 404, 'NOT_FOUND'],
    ['..%2Fsecrets', 404, 'NOT_FOUND'],
    ['.env', 404, 'NOT_FOUND'],
    ['echo.mjs', 404, 'NOT_FOUND'],
    ['', 404, 'NOT_FOUND'],
  ])('"%s" is answered with %d %s', async (name, status, code) => {
    const response = await call(name);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it('log what they print and why they failed, without telling the client', async () => {
    expect((await call('logs')).status).toBe(204);
    await expect
      .poll(() => server.logged.join('\n'), { timeout: 50_000 })
      .toContain('a line of the function');
    expect(await (await call('throws')).text()).not.toContain('the reason');
    expect(server.logged.join('\n')).toContain('the reason');
  });

  it('see the keys and the variables of the .env file, not those of the server', async () => {
    expect(await (await call('environment')).json()).toEqual({
      SUPABASE_URL: server.url,
      SUPABASE_ANON_KEY: server.secrets.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: server.secrets.secretKey,
      GREETING: 'hello',
    });
  });

  it('need a valid access token, unless they export verify_jwt = false', async () => {
    const codeFor = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await fetch(`${server.url}/functions/v1/echo`, { headers });
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    expect(await codeFor()).toEqual([401, 'UNAUTHORIZED_NO_AUTH_HEADER']);
    expect(await codeFor('Bearer a.b.c')).toEqual([401, 'UNAUTHORIZED_INVALID_JWT_FORMAT']);
    const { publishableKey } = server.secrets;
    expect(await codeFor(`Bearer ${publishableKey}`)).toEqual([
      401,
      'UNAUTHORIZED_INVALID_JWT_FORMAT',
    ]);
    expect(await (await fetch(`${server.url}/functions/v1/open`)).text()).toBe('hello');
  });

  it('see the address of the client, not one that it claims', async () => {
    const response = await call('echo', { 'x-forwarded-for': '203.0.113.9' });
    expect(await response.json()).toMatchObject({ address: '127.0.0.1' });
  });

  it('are not called by a WebSocket, which is refused', async () => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    };
    const handshake = get(`${server.url}/functions/v1/open`, { headers });
    const [response] = (await once(handshake, 'response')) as [IncomingMessage];
    expect([response.statusCode, response.headers['x-relay-error']]).toEqual([501, 'true']);
    expect(await text(response)).toContain('WEBSOCKETS_NOT_SUPPORTED');
  });

  it('are not called with TRACE, which is refused', async () => {
    const traced = request(`${server.url}/functions/v1/open`, { method: 'TRACE' }).end();
    const [response] = (await once(traced, 'response')) as [IncomingMessage];
    expect([response.statusCode, response.headers['x-relay-error']]).toEqual([405, 'true']);
    expect(await text(response)).toContain('METHOD_NOT_ALLOWED');
  });

  it.each(['as it is', 'cloned', 'rebuilt'])('pass on a fetched response %s', async (how) => {
    const body = 'hello '.repeat(1_000);
    const origin = createServer((_, response) => {
      response.setHeader('content-encoding', 'gzip').setHeader('x-from', 'origin');
      response.end(gzipSync(body));
    });
    const port = await listen(origin, '127.0.0.1', 0);
    const response = await call(`passes?how=${how}&from=http://127.0.0.1:${port}`);
    expect([response.headers.get('x-from'), await response.text()]).toEqual(['origin', body]);
    origin.close();
  });

  it('are replaced when their file changes', async () => {
    const file = join(folder, 'changing.mjs');
    await writeFile(file, `export default () => new Response('one')`);
    expect(await (await call('changing')).text()).toBe('one');
    await writeFile(file, `export default () => new Response('two')`);
    await utimes(file, new Date(), new Date(Date.now() + 5_000));
    expect(await (await call('changing')).text()).toBe('two');
  });

  it('can be called by pages of other origins', async () => {
    const preflight = await fetch(`${server.url}/functions/v1/echo`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-region',
      },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-region');
    const response = await call('echo', { origin: 'https://elsewhere.example' });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Relay-Error');
  });

  it("can't run scripts on the page's origin", async () => {
    const { headers } = await call('page');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it('are off without the folder', async () => {
    const bare = await startTestServer();
    expect((await fetch(`${bare.url}/functions/v1/open`)).status).toBe(404);
    const config: unknown = await (await fetch(`${bare.url}/config.json`)).json();
    expect(config).toMatchObject({ links: { contactSync: null } });
    await bare.stop();
  });
});

it('the contact sync of the documentation is told of sign-ups', async () => {
  const received: unknown[] = [];
  const list = createServer((request, response) => {
    void text(request).then((body) => {
      received.push([request.headers.authorization, JSON.parse(body)]);
      return response.end();
    });
  });
  const port = await listen(list, '127.0.0.1', 0);
  const own = await mkdtemp(join(tmpdir(), 'cuebook-contact-'));
  await mkdir(join(own, 'functions'));
  const example = join(import.meta.dirname, 'examples/contact-sync.ts');
  await copyFile(example, join(own, 'functions/contact-sync.ts'));
  const settings = `CONTACT_LIST_URL=http://127.0.0.1:${port}\nCONTACT_LIST_KEY=key\n`;
  await writeFile(join(own, 'functions/.env'), settings);
  const synced = await startTestServer({ FUNCTIONS_DIR: join(own, 'functions') });
  const config: unknown = await (await fetch(`${synced.url}/config.json`)).json();
  const url = `${synced.url}/functions/v1/contact-sync`;
  expect(config).toMatchObject({ links: { contactSync: url } });

  const post = (body: object) => fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const contact = { email: 'ada@example.com', name: 'Ada', sourceApp: 'Cuebook' };
  expect(await (await post(contact)).json()).toEqual({ added: true });
  expect(received).toEqual([['Bearer key', contact]]);
  expect((await post({ name: 'x'.repeat(3_000) })).status).toBe(413);
  await synced.stop();
  list.close();
  await rm(own, { recursive: true });
});
