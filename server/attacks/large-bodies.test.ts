import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { attack } from '#server/testing/attacker.ts';

/** Bodies that take long to parse. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Returns the longest time in which this process, which is also the server's, did nothing else. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(tick, 5);
  await work();
  tick();
  clearInterval(timer);
  return longest;
}

const send = (path: string, type: string, body: string) =>
  fetch(`${server.url}/rest/v1/${path}`, {
    method: 'POST',
    headers: { apikey: server.secrets.publishableKey, 'content-type': type },
    body,
  });

it.each([
  ['none', 'application/json', `[${'{"a":1},'.repeat(1e6)}{"a":1}]`, 404, 'PGRST205'],
  ['none', 'text/csv', 'a,b\n'.repeat(2e6), 404, 'PGRST205'],
  ['none', 'application/json', `[${'{"a":1},'.repeat(1e6)}`, 400, 'PGRST102'],
  ['rpc/none', 'application/x-www-form-urlencoded', 'a&'.repeat(4e6), 400, 'PGRST102'],
])('%s as %s is parsed while others are served', async (path, type, body, status, code) => {
  const parsed = performance.now();
  JSON.parse(`[${'{"a":1},'.repeat(1e6)}{"a":1}]`);
  const parsingMs = performance.now() - parsed;
  let response: Response | undefined;
  const pause = await longestPause(async () => {
    response = await send(path, type, body);
  });
  expect(response?.status).toBe(status);
  expect(await response?.json()).toMatchObject({ code });
  expect(pause).toBeLessThan(parsingMs);
});

it('a large body is stored like a small one', async () => {
  const content = 'é'.repeat(300_000);
  const body = { user_id: crypto.randomUUID(), title: 'Large', content };
  const { status, code } = await attack(server, 'POST', '/rest/v1/prompts', { body });
  // Nobody is signed in, so the row is refused by its policies: it has been read as a row.
  expect([status, code]).toEqual([401, '42501']);
});
