import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  // The cost of a real server: cheap comparisons would be over before the queue is full.
  server = await startTestServer({}, { passwordCost: 10 });
});
afterAll(() => server.stop());

function signIn(n: number, url = server.url): Promise<Response> {
  return fetch(`${url}/auth/v1/token?grant_type=password`, {
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

    const responses = await Promise.all(signIns);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400, 429]));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused[0]?.headers.get('retry-after')).toBe('5');
    expect(await refused[0]?.json()).toEqual({
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    });

    // A password that was not compared cost no attempt.
    const attempts = await server.sql(
      `select from auth.rate_limits where key like 'passwords-from-address:%' and tokens <= 9`,
    );
    expect(attempts).toHaveLength(count - refused.length);
  });
});

describe('a sign-in that is refused', () => {
  it('gets its 429 after a moment, so that retrying at once cannot fill the process', async () => {
    const limited = await startTestServer(
      { LIMIT_WRONG_PASSWORDS: '1' },
      { refusalDelayMs: 2_000 },
    );
    try {
      expect((await signIn(0, limited.url)).status).toBe(400);
      let hasEnded = false;
      const refused = signIn(0, limited.url).finally(() => (hasEnded = true));
      // Together they take much longer than a refusal that nothing delays.
      for (const path of Array.from({ length: 15 }, () => '/health')) {
        await fetch(limited.url + path);
      }
      expect(hasEnded).toBe(false);
      expect((await refused).status).toBe(429);
    } finally {
      await limited.stop();
    }
  });
});
