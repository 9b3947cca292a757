import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  // The cost of a real server: cheap comparisons would be over before the queue is full.
  server = await startTestServer({}, { passwordCost: 10, refusalDelayMs: 500 });
});
afterAll(() => server.stop());

function signIn(n: number): Promise<Response> {
  return fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ email: `person-${n}@example.com`, password: 'Wrong-1' }),
  });
}

describe('more sign-ins at once than passwords can be compared', () => {
  it('get 429 beyond a bounded queue, while files, health and lists are served', async () => {
    let pending = 0;
    const count = 26 * availableParallelism() + 20;
    const signIns = Array.from({ length: count }, async (_, n) => {
      pending += 1;
      const response = await signIn(n);
      pending -= 1;
      return response;
    });
    const others = ['/assets/app-1a2b.js', '/health', '/rest/v1/prompts?select=id'];
    const headers = { apikey: server.secrets.secretKey };
    const served = await Promise.all(others.map((path) => fetch(server.url + path, { headers })));
    expect(served.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(pending).toBeGreaterThan(0);

    // A refusal waits: clients that retry at once would fill the process.
    let isRefused = false;
    const oneMore = signIn(count).finally(() => (isRefused = true));
    await Promise.all(others.map((path) => fetch(server.url + path, { headers })));
    expect(isRefused).toBe(false);
    expect((await oneMore).status).toBe(429);

    const responses = await Promise.all(signIns);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400, 429]));
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('5');
    expect(await refused?.json()).toEqual({
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    });
  });

  it('cost nobody an attempt that was not compared', async () => {
    const attempts = await server.sql(
      `select from auth.rate_limits where key like 'passwords-from-address:%' and tokens > 9`,
    );
    expect(attempts.length).toBeGreaterThanOrEqual(19);
  });
});
