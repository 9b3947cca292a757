import { expect, it } from 'vitest';
import { setUpTestServer } from '#server/testing/test-server.ts';
import { attack } from '#server/testing/attacker.ts';

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

it('a large body is read like a small one', async () => {
  const content = 'é'.repeat(300_000);
  const body = { user_id: crypto.randomUUID(), title: 'Large', content };
  const { status, code } = await attack(server, 'POST', '/rest/v1/prompts', { body });
  // It was read as a row: the policies refuse it, since nobody is signed in.
  expect([status, code]).toEqual([401, '42501']);
});
