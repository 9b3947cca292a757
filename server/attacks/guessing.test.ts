import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attack } from '#server/testing/attacker.ts';
import { type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer, startTestServer, type TestServer } from '#server/testing/test-server.ts';

/** A stopped clock: an exhausted limit does not refill, however long the attempts take. */
const startTime = new Date();
const stoppedClock = { now: () => startTime };

let victim: Person;
const server = await setUpTestServer({}, stoppedClock);
beforeAll(async () => {
  victim = await signUp(server, 'victim@example.com');
});

const token = '/auth/v1/token?grant_type=password';

function guess(email: string, path = token, headers: Readonly<Record<string, string>> = {}) {
  return attack(server, 'POST', path, { body: { email, password: 'Wrong-Pass-1' }, headers });
}

/** Exhausts the attempts of one network address for one account. */
async function exhaust(email: string): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect((await guess(email)).code).toBe('invalid_credentials');
  }
  expect((await guess(email)).status).toBe(429);
}

describe('an exhausted limit of wrong passwords', () => {
  beforeAll(() => exhaust(victim.email));

  it.each([
    '//auth/v1/token?grant_type=password',
    '/auth//v1/token?grant_type=password',
    '/auth/v1//token?grant_type=password',
    '/auth/v1/token/?grant_type=password',
    '/auth/v1/token//?grant_type=password',
    '/auth/v1/./token?grant_type=password',
    '/auth/v1/x/../token?grant_type=password',
    '/auth/v1/%2e/token?grant_type=password',
    '/auth/v1/x/%2e%2e/token?grant_type=password',
    '/auth/v1/%74oken?grant_type=password',
    '/auth/v1/token%2f?grant_type=password',
    '/auth/v1/token%00?grant_type=password',
    '/auth/v1/TOKEN?grant_type=password',
    '/auth/v1/token;x=1?grant_type=password',
    '/auth/v1/token?grant_type=password&grant_type=password',
    '/auth/v1/token?grant_type=refresh_token&grant_type=password',
    '/auth/v1/token?grant_type=%70assword',
    String.raw`/auth\v1\token?grant_type=password`,
    'http://evil.example/auth/v1/token?grant_type=password',
  ])('is not bypassed by the path %s', async (path) => {
    const reply = await guess(victim.email, path);
    expect([400, 404, 405, 429]).toContain(reply.status);
    expect(reply.code).not.toBe('invalid_credentials');
  });

  it.each([
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' },
    { 'x-real-ip': '203.0.113.9' },
    { forwarded: 'for=203.0.113.9' },
    { 'cf-connecting-ip': '203.0.113.9' },
    { 'true-client-ip': '203.0.113.9' },
    { 'x-client-ip': '203.0.113.9' },
    { 'sb-forwarded-for': '203.0.113.9' },
  ])('is not bypassed by the network address in %o', async (headers) => {
    expect((await guess(victim.email, token, headers)).status).toBe(429);
  });

  it.each([' VICTIM@example.com', 'victim@EXAMPLE.com ', '\tVictim@Example.Com\n'])(
    'is not bypassed by the account written as %j',
    async (email) => {
      expect((await guess(email)).status).toBe(429);
    },
  );

  it('is not bypassed by another API key, protocol version or user agent', async () => {
    for (const headers of [
      { apikey: '' },
      { apikey: server.secrets.secretKey },
      { 'x-supabase-api-version': '2030-01-01' },
      { 'user-agent': 'another' },
    ]) {
      expect((await guess(victim.email, token, headers)).status).toBe(429);
    }
  });

  it('allows only one more guess after a sign-up for the same address', async () => {
    const body = { email: victim.email, password: 'Another-Pass-1' };
    await attack(server, 'POST', '/auth/v1/signup', { body });
    const replies = [await guess(victim.email), await guess(victim.email)];
    expect(replies.map(({ status }) => status)).toEqual([400, 429]);
  });

  it('does not apply to another account', async () => {
    expect((await guess('somebody@example.com')).code).toBe('invalid_credentials');
  });
});

describe('a limit behind a trusted proxy', () => {
  let proxied: TestServer;
  beforeAll(async () => {
    proxied = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' }, stoppedClock);
  });
  afterAll(() => proxied.stop());

  const from = (address: string) =>
    attack(proxied, 'POST', token, {
      body: { email: 'somebody@example.com', password: 'Wrong-Pass-1' },
      headers: { 'x-forwarded-for': address },
    });

  it('counts by the last entry of x-forwarded-for, which the proxy wrote', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await from(`10.0.0.${attempt}, 198.51.100.7`)).status).toBe(400);
    }
    expect((await from('10.0.0.99, 198.51.100.7')).status).toBe(429);
    expect((await from('198.51.100.8')).status).toBe(400);
  });

  it('counts a whole IPv6 network as one', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await from(`2001:db8:1:2::${attempt + 1}`)).status).toBe(400);
    }
    expect((await from('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await from('2001:db8:1:3::1')).status).toBe(400);
  });
});
