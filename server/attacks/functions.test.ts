import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let folder: string;
let server: TestServer;

const open = 'export const verify_jwt = false;';
const files = {
  hello: `${open} export default () => new Response('hello')`,
  loop: `${open} export default (request) => {
    if (request.url.endsWith('?stop')) return new Response('stopped');
    for (;;);
  }`,
  heap: `${open} export default () => {
    const all = [];
    for (;;) all.push({ text: String(all.length) });
  }`,
  array: `${open} export default () => Response.json(new Array(100_000_000).fill(0).length)`,
  parse: `${open} export default async (request) => Response.json((await request.json()).length)`,
  unread: `${open} export default () => new Response('not read', { status: 400 })`,
  buffers: `${open} const all = []; export default async (request) => {
    if (request.url.endsWith('?count')) return new Response(String(all.length));
    for (;;) { all.push(new Uint8Array(4_194_304).fill(1)); await new Promise((go) => setTimeout(go, 5)); }
  }`,
  never: `${open} export default () => new Promise(() => {})`,
  drip: `${open} export default () => new Response(new ReadableStream({
    start(controller) { setInterval(() => controller.enqueue(new Uint8Array(1)), 20) } }))`,
  dies: `${open} export default (request) => {
    if (request.url.endsWith('?die')) process.kill(process.pid, 'SIGKILL');
    return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1_000)) }));
  }`,
  exit: `${open} export default () => process.exit(0)`,
  later: `${open} export default () => { setTimeout(() => { throw new Error('later') }, 20); return new Promise(() => {}) }`,
  gone: `${open} let came = 0, left = 0; export default (request) => {
    if (request.url.endsWith('?count')) return new Response(came + ' came, ' + left + ' left');
    came += 1;
    request.signal.addEventListener('abort', () => { left += 1 });
    return new Promise(() => {});
  }`,
  waits: `${open} export default (request) => request.url.endsWith('?now')
    ? new Response('now')
    : new Promise((go) => {
        request.signal.addEventListener('abort', () => go(new Response('left')));
      })`,
  starting: `for (;;);`,
  guarded: `export default () => new Response('secret')`,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuebook-functions-'));
  await Promise.all(
    Object.entries(files).map(([name, source]) => writeFile(join(folder, `${name}.mjs`), source)),
  );
  server = await startTestServer({
    FUNCTIONS_DIR: folder,
    FUNCTIONS_SECONDS: '3',
    FUNCTIONS_MEMORY_MB: '64',
    TRUSTED_PROXIES: '127.0.0.1',
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

function call(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.url}/functions/v1/${path}`, init);
}

it.each([
  ['an endless loop', 'loop', 546],
  ['a heap without end', 'heap', 546],
  ['one array larger than its memory', 'array', 546],
  ['buffers without end', 'buffers', 546],
  ['a response that never comes', 'never', 504],
  ['a file that never loads', 'starting', 503],
  ['an exit of the process', 'exit', 500],
  ['an error outside the request', 'later', 500],
])('%s ends that request alone', async (_, name, status) => {
  const attacked = call(name);
  expect(await (await call('hello')).text()).toBe('hello');
  expect((await attacked).status).toBe(status);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});

it('a body whose values are larger than its memory ends that request alone', async () => {
  // A busy machine needs seconds to read it.
  const patient = await startTestServer({ FUNCTIONS_DIR: folder, FUNCTIONS_MEMORY_MB: '64' });
  const parse = (body: string) =>
    fetch(`${patient.url}/functions/v1/parse`, { method: 'POST', body });
  expect((await parse(`[${'{},'.repeat(1_500_000)}{}]`)).status).toBe(546);
  expect(await (await parse('[1,2]')).text()).toBe('2');
  await patient.stop();
});

it('a large body that a function does not read reaches no later request', async () => {
  const body = new Uint8Array(15 * 1_048_576);
  for (let round = 0; round < 5; round += 1) {
    expect(await (await call('unread', { method: 'POST', body })).text()).toBe('not read');
  }
});

it('the body of a GET request is not read as the start of the next request', async () => {
  const get = (path: string, body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-length': body.length };
      httpRequest(`${server.url}/functions/v1/${path}`, { headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      })
        .on('error', reject)
        .end(body);
    });
  expect(await get('hello', 'x'.repeat(20))).toBe(200);
  expect(await (await call('hello')).text()).toBe('hello');
});

it('a function that was stopped works again at the next request', async () => {
  expect((await call('loop')).status).toBe(546);
  expect(await (await call('loop?stop')).text()).toBe('stopped');
});

it('a response that has no end when the time is up is cut', async () => {
  const response = await call('drip');
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow('terminated');
});

it('a response that has no end when its process ends is cut', async () => {
  const response = await call('dies');
  expect(response.status).toBe(200);
  await Promise.all([
    expect(response.arrayBuffer()).rejects.toThrow('terminated'),
    call('dies?die'),
  ]);
});

it('a function learns that its client has gone', async () => {
  const controller = new AbortController();
  const left = call('gone', { signal: controller.signal });
  const count = async () => (await call('gone?count')).text();
  await expect.poll(count).toBe('1 came, 0 left');
  controller.abort();
  await expect(left).rejects.toThrow('aborted');
  await expect.poll(count).toBe('1 came, 1 left');
});

it('one caller with many open requests is refused, others are not', async () => {
  const many = Array.from({ length: 30 }, () => call('never'));
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
  const flood = Array.from({ length: 20 }, () => call('never'));
  const other = await call('hello', { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(await other.text()).toBe('hello');
  await Promise.all(flood);
});

it('requests that announce trailers keep no place', async () => {
  for (let round = 0; round < 25; round += 1) {
    const response = await call('hello', { headers: { trailer: 'x' } });
    expect(await response.text()).toBe('hello');
  }
});

it.each([
  ['while the function is loaded', 0],
  ['as the function is called', 2],
])('clients that leave %s keep no place', async (_, milliseconds) => {
  const leave = () =>
    new Promise((resolve) => {
      const request = httpRequest(`${server.url}/functions/v1/waits`).on('error', () => {});
      request.on('close', resolve);
      setTimeout(() => request.destroy(), milliseconds);
      request.end();
    });
  for (let round = 0; round < 60; round += 1) {
    await leave();
    // A client that left before this request is noticed when it is answered.
    expect(await (await call('waits?now')).text()).toBe('now');
  }
});

it('a body beyond the limit is refused', async () => {
  const body = new Uint8Array(17 * 1_048_576);
  expect((await call('hello', { method: 'POST', body })).status).toBe(413);
});

it.each(['', 'Bearer ', 'Bearer null', 'Basic YTpi', 'Bearer a.b.c'])(
  'a function that wants a token is not run with "%s"',
  async (authorization) => {
    const response = await call('guarded', { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('secret');
  },
);
