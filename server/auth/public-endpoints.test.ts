import { afterAll, describe, expect, it } from 'vitest';
import { createAuthTestHarness } from '#server/testing/auth-test-harness.ts';

const harness = await createAuthTestHarness();
afterAll(() => harness.stop());

describe('public endpoints of the auth API', () => {
  it('GET /health responds', async () => {
    const response = await harness.send('GET', '/health', { headers: { apikey: '' } });
    expect([response.status, response.body['name']]).toEqual([200, 'GoTrue']);
  });

  it('GET /.well-known/jwks.json publishes the public keys only', async () => {
    const response = await harness.send('GET', '/.well-known/jwks.json', {
      headers: { apikey: '' },
    });
    expect(response.body).toEqual(harness.keys.jwks);
    expect(response.text).not.toContain('"d"');
    expect(response.headers.get('cache-control')).toBe('public, max-age=600');
  });

  it('GET /settings lists the ways to sign in', async () => {
    const response = await harness.send('GET', '/settings');
    expect(response.body).toMatchObject({
      disable_signup: false,
      mailer_autoconfirm: false,
      external: { email: true, phone: false, google: false, anonymous_users: false },
    });
  });
});

describe('an unknown API key', () => {
  it.each([
    ['POST', '/signup'],
    ['POST', '/token?grant_type=password'],
    ['POST', '/verify'],
    ['POST', '/recover'],
    ['POST', '/resend'],
    ['GET', '/settings'],
    ['GET', '/user'],
    ['POST', '/otp'],
  ])('is refused at %s %s', async (method, path) => {
    const response = await harness.send(method, path, {
      headers: { apikey: 'sb_publishable_nobody' },
    });
    expect([response.status, response.body]).toEqual([
      401,
      { code: 'no_authorization', message: 'Invalid API key' },
    ]);
  });
});
