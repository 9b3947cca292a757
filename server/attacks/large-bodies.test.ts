import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { setUpTestServer } from '#server/testing/test-server.ts';
import { attack } from '#server/testing/attacker.ts';
import { expectTurnsOfBodies } from '#server/testing/stuck-bodies.ts';

/** Bodies that a thread parses. */
const server = await setUpTestServer();

const send = (path: string, type: string, body: string) =>
  fetch(`${server.url}/rest/v1/${path}`, {
    method: 'POST',
    headers: { apikey: server.secrets.publishableKey, 'content-type': type },
    body,
  });

it.each([
  ['none', 'application/json', `[${'{"a":1},'.repeat(1e5)}{"a":1}]`, 404, 'PGRST205'],
  ['none', 'text/csv', 'a,b\n'.repeat(2e5), 404, 'PGRST205'],
  ['none', 'application/json', `[${'{"a":1},'.repeat(1e5)}`, 400, 'PGRST102'],
  ['rpc/none', 'application/x-www-form-urlencoded', 'a&'.repeat(4e5), 400, 'PGRST102'],
])('%s as %s gets the answer that a small body gets', async (path, type, body, status, code) => {
  const response = await send(path, type, body);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code });
});

// The thread took a gigabyte of memory for eight million levels.
it('JSON that is nested deeper than PostgreSQL reads is refused before it is parsed', async () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const statuses = [];
  for (const levels of [100_000, 100_001]) {
    const response = await send('none', 'application/json', nested(levels));
    statuses.push(response.status);
  }
  expect(statuses).toEqual([404, 400]);
});

it('a large body is read like a small one', async () => {
  const content = 'é'.repeat(300_000);
  const body = { user_id: crypto.randomUUID(), title: 'Large', content };
  const { status, code } = await attack(server, 'POST', '/rest/v1/prompts', { body });
  // It was read as a row: the policies refuse it, since nobody is signed in.
  expect([status, code]).toEqual([401, '42501']);
});

const values = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`value ${index}`, 'a']));

it.each([
  [
    '/api/v1/prompts/some-title-01999d2e7c1a89ab/fill',
    404,
    (count: number) => ({ variables: values(count) }),
  ],
  [
    '/storage/v1/object/list/attachments',
    200,
    (count: number) => ({ ...values(count), prefix: '' }),
  ],
])('%s refuses JSON of more values than a request has', async (path, usual, bodyOf) => {
  const post = async (count: number) =>
    (await attack(server, 'POST', path, { body: bodyOf(count) })).status;
  expect([await post(100), await post(30_000)]).toEqual([usual, 400]);
});

it.each([
  ['/api/v1/prompts/some-title-01999d2e7c1a89ab/fill', 404],
  ['/storage/v1/object/list/attachments', 200],
])(
  '%s reads four large bodies of an address at once, and lets small ones pass',
  async (path, usual) => {
    const headers = { apikey: server.secrets.publishableKey };
    const statusOf = async (characters: number) => {
      const filler = ' '.repeat(characters);
      const body = path.endsWith('/fill') ? { variables: { filler } } : { filler, prefix: '' };
      return (await attack(server, 'POST', path, { body })).status;
    };
    await expectTurnsOfBodies(server.url + path, headers, usual, statusOf);
  },
);

it('values of more than 8 MiB are refused', async () => {
  const path = '/api/v1/prompts/some-title-01999d2e7c1a89ab/fill';
  const body = { variables: { text: 'a'.repeat(8 * 1024 * 1024) } };
  const { status, code } = await attack(server, 'POST', path, { body });
  expect([status, code]).toEqual([413, 'payload_too_large']);
});

it('a row of more names than a table has columns is refused', async () => {
  const { status, code } = await attack(server, 'POST', '/rest/v1/none', { body: values(30_000) });
  expect([status, code]).toEqual([400, 'PGRST102']);
});

it.each([
  '/realtime/v1/api/broadcast',
  '/functions/v1/hello',
  '/rest/v1/prompts',
  '/auth/v1/token?grant_type=password',
  '/storage/v1/object/list/attachments',
  '/api/v1/prompts/some-title-01999d2e7c1a89ab/fill',
])('%s logs no failure when the client leaves in the middle of a body', async (path) => {
  const before = server.logged.length;
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `apikey: ${server.secrets.publishableKey}`,
    'content-type: application/json',
    'content-length: 100000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{"a`);
  await once(socket, 'connect');
  setTimeout(() => socket.destroy(), 100);
  const logged = () =>
    server.logged.slice(before).filter((line) => line.includes(new URL(path, server.url).pathname));
  await vi.waitFor(() => expect(logged()).not.toEqual([]), 50_000);
  expect(logged().join('\n')).not.toMatch(/"level":"(warn|error)"/);
});
