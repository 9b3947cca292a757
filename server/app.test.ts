import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { dataClient, type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer, startTestServer } from '#server/testing/test-server.ts';

const server = await setUpTestServer();

const idOf = (row: { readonly id: unknown } | null) => String(row?.id);

const get = (path: string, init?: RequestInit) => fetch(server.url + path, init);

describe('buildApp', () => {
  it('answers GET /health with 200', async () => {
    const response = await get('/health');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
  });

  it('serves /config.json without secrets', async () => {
    const text = await (await get('/config.json')).text();
    expect(JSON.parse(text)).toMatchObject({
      url: server.url,
      publishableKey: server.secrets.publishableKey,
      brand: { name: 'Cuebook' },
      flags: {
        versionHistoryBadge: true,
        payments: false,
        localMailbox: true,
        privateWebhooks: false,
      },
    });
    expect(text).not.toContain(server.secrets.secretKey);
  });

  it.each([
    ['/realtime/v1/websocket', 426],
    ['/realtime/v1/api/tenants', 501],
    ['/graphql/v1', 501],
    ['/functions/v1/hello', 404],
  ])('refuses %s explicitly, readable for every origin', async (path, status) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.text()).toMatch(/"message":"[^"]+"/);
  });

  it.each([
    ['/rest/v1/prompts', 200],
    ['/auth/v1/token', 204],
  ])('answers preflights of %s for every origin', async (path, status) => {
    const response = await get(path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey,authorization,prefer',
      },
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(response.headers.get('access-control-allow-headers')).toContain('prefer');
  });

  const tooLong = Buffer.alloc(16 * 1024 * 1024 + 1, 'x');
  it.each([
    ['a length', tooLong],
    ['chunks', new Blob([tooLong]).stream()],
  ])('refuses a body of more than 16 MiB with %s', async (_, body) => {
    const response = await get('/rest/v1/none', {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: server.secrets.publishableKey },
      body,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toHaveProperty('message');
  });

  it.each([
    ['/auth/v1/signup', 'Content-Length: 1000000', 413],
    ['/auth/v1/signup', 'Transfer-Encoding: chunked', 413],
    ['/realtime/v1/api/broadcast/room/events/e', 'Transfer-Encoding: chunked', 413],
    ['/mcp', 'Transfer-Encoding: chunked', 401],
    ['/none', 'Transfer-Encoding: chunked', 404],
  ])('answers %s with %s before the body has come', async (path, length, status) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const apiKey = `apikey: ${server.secrets.publishableKey}`;
    const type = 'Content-Type: application/json';
    const headers = [`POST ${path} HTTP/1.1`, 'Host: localhost', apiKey, type, length];
    socket.write(`${headers.join('\r\n')}\r\n\r\n7a120\r\n${'x'.repeat(0x7a120)}`);
    const received: unknown[] = await once(socket, 'data');
    expect(String(received[0])).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    socket.destroy();
  });

  it.each([
    '/rest/v1/prompts',
    '/auth/v1/signup',
    '/auth/v1/oauth/token',
    '/realtime/v1/api/broadcast',
    '/api/v1/prompts/x/fill',
    '/',
  ])('takes no harm from a client of %s that goes away', async (path) => {
    for (const length of ['Content-Length: 9', 'Transfer-Encoding: chunked']) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      const apiKey = `apikey: ${server.secrets.publishableKey}`;
      const type = 'Content-Type: application/x-www-form-urlencoded';
      const headers = [`POST ${path} HTTP/1.1`, 'Host: localhost', apiKey, type, length];
      socket.write(
        `${headers.join('\r\n')}\r\n\r\n` + (length.startsWith('C') ? '{' : '1\r\n{\r\n'),
      );
      socket.resume().end();
      await once(socket, 'close');
    }
    expect((await get('/health')).status).toBe(200);
    expect(server.logged.filter((line) => line.includes('"error"'))).toEqual([]);
  });

  it('gives every response its own x-request-id', async () => {
    const ids = await Promise.all(
      ['/health', '/health'].map(async (path) => (await get(path)).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain(null);
  });

  it.each(['/', '/app/library'])('serves the page at %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain('Test page');
  });

  it('caches files with a hash in their name, and answers 404 for missing ones', async () => {
    const file = await get('/assets/app-1a2b.js');
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect((await get('/assets/app-gone.js')).status).toBe(404);
    expect((await get('/assets/../../secrets.json')).headers.get('content-type')).toContain('html');
    expect(await (await get('/assets/..%2f..%2fsecrets.json')).text()).not.toContain('sb_secret');
    for (const hidden of ['/.built-from', '/%2ebuilt-from', '/assets/.built-from']) {
      expect((await get(hidden)).status).toBe(404);
    }
  });

  it('keeps pages from being framed and from running foreign scripts', async () => {
    const { headers } = await get('/app');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('lets pages load images of this origin only, and of what the operator configured', async () => {
    const images = (headers: Headers) =>
      /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
    expect(images((await get('/app')).headers)).toBe("'self' data: blob:");
    const branded = await startTestServer({
      BRAND_LOGO_URL: 'https://logo.example/logo.svg',
      AVATARS_URL: 'https://draw.example/{style}/{seed}.svg',
    });
    const { headers } = await fetch(`${branded.url}/app`);
    await branded.stop();
    expect(images(headers)).toBe("'self' data: blob: https://logo.example https://draw.example");
  });

  it('writes no body, key or token into its log', async () => {
    await get('/auth/v1/token?grant_type=password', {
      method: 'POST',
      headers: { apikey: server.secrets.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'Sesame-Open-1' }),
    });
    const log = server.logged.join('\n');
    expect(log).not.toContain('Sesame-Open-1');
    expect(log).not.toContain(server.secrets.publishableKey);
    expect(log).not.toContain(server.secrets.secretKey);
  });
});

it('lets the page call the contact-sync function that is configured', async () => {
  const synced = await startTestServer({ CONTACT_SYNC_URL: 'https://crm.example/hook' });
  const { headers } = await fetch(synced.url);
  expect(headers.get('content-security-policy')).toContain(
    "connect-src 'self' https://crm.example;",
  );
  await synced.stop();
});

describe('two people with the real clients', () => {
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    ada = await signUp(server, 'ada@example.com');
    bob = await signUp(server, 'bob@example.com');
  });

  it('a private prompt is visible to its owner only', async () => {
    const created = await ada.db
      .from('prompts')
      .insert({ title: 'Quiet', content: 'Only mine.' })
      .select('id,user_id,version')
      .single();
    expect(created.error).toBeNull();
    expect(created.data).toMatchObject({ user_id: ada.id, version: 1 });
    expect((await bob.db.from('prompts').select('id').eq('title', 'Quiet')).data).toEqual([]);
    expect((await dataClient(server).from('prompts').select('id')).error?.code).toBe('42501');
  });

  it('each change adds a version, and a save names its base version', async () => {
    const { data: prompt } = await ada.db
      .from('prompts')
      .insert({ title: 'Draft', content: 'one' })
      .select('id')
      .single();
    const save = (base: number, content: string) =>
      ada.db
        .from('prompts')
        .update({ content })
        .eq('id', idOf(prompt))
        .eq('version', base)
        .select('version');
    expect((await save(1, 'two')).data).toEqual([{ version: 2 }]);
    expect((await save(1, 'too late')).data).toEqual([]);
    const { data: versions } = await ada.db
      .from('prompt_versions')
      .select('version_number,content,change_description')
      .eq('prompt_id', idOf(prompt))
      .order('version_number');
    expect(versions).toEqual([
      { version_number: 1, content: 'one', change_description: 'Initial version' },
      { version_number: 2, content: 'two', change_description: 'Updated prompt' },
    ]);
  });

  it('a public prompt is in the community, can be favourited and forked', async () => {
    const { data: source } = await ada.db
      .from('prompts')
      .insert({ title: 'Open', content: 'For all.', is_public: true })
      .select('id')
      .single();
    const favourite = { user_id: bob.id, prompt_id: idOf(source) };
    expect((await bob.db.from('favorites').insert(favourite)).error).toBeNull();
    const fork = await bob.db
      .from('prompts')
      .insert({
        title: 'Open (Fork)',
        content: 'For all.',
        user_id: bob.id,
        is_public: false,
        forked_from: idOf(source),
      })
      .select('forked_from,forked_from_version')
      .single();
    expect(fork.data).toEqual({ forked_from: idOf(source), forked_from_version: 1 });
    const feed = await bob.db
      .from('prompt_details_v')
      .select('id,author_name,favorites_count')
      .eq('is_public', true)
      .order('created_at', { ascending: false });
    expect(feed.data).toContainEqual({
      id: idOf(source),
      author_name: 'ada@example.com',
      favorites_count: 1,
    });
  });
});
