import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthTestHarness, createPerson } from '#server/testing/auth-test-harness.ts';
import type { AuthTestHarness } from '#server/testing/auth-test-harness.ts';

let harness: AuthTestHarness;
let token: string;
beforeAll(async () => {
  harness = await createAuthTestHarness();
  token = (await createPerson(harness)).accessToken;
});
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

describe('an unsupported endpoint responds with the protocol error', () => {
  it.each([
    ['POST', '/sso', 404, 'saml_provider_disabled'],
    ['GET', '/sso/saml/metadata', 404, 'saml_provider_disabled'],
    ['GET', '/authorize?provider=google', 400, 'validation_failed'],
    ['GET', '/callback?code=x', 400, 'oauth_provider_not_supported'],
    ['POST', '/factors', 401, 'no_authorization'],
    ['GET', '/reauthenticate', 401, 'no_authorization'],
    ['GET', '/admin/users', 401, 'no_authorization'],
    ['POST', '/invite', 401, 'no_authorization'],
    ['GET', '/passkeys', 401, 'no_authorization'],
    ['GET', '/oauth/userinfo', 404, 'not_found'],
    ['POST', '//token?grant_type=password', 404, 'not_found'],
    ['GET', '/token', 404, 'not_found'],
    ['GET', '/', 404, 'not_found'],
  ])('%s %s', async (method, path, status, code) => {
    const body = method === 'GET' ? {} : { body: { email: 'a@example.com' } };
    const response = await harness.send(method, path, body);
    expect([response.status, response.body['code']]).toEqual([status, code]);
    expect(response.headers.get('x-sb-error-code')).toBe(code);
  });

  it.each([
    ['GET', '/factors/recovery-codes', 422, 'mfa_recovery_codes_enroll_not_enabled'],
    ['POST', '/factors/recovery-codes/regenerate', 422, 'mfa_recovery_codes_enroll_not_enabled'],
    ['POST', '/factors/recovery-codes/verify', 422, 'mfa_recovery_codes_verify_not_enabled'],
    ['GET', '/user/identities/authorize', 404, 'manual_linking_disabled'],
    ['DELETE', '/user/identities/x', 404, 'manual_linking_disabled'],
    ['GET', '/admin/users', 403, 'not_admin'],
  ])('%s %s, signed in', async (method, path, status, code) => {
    const response = await harness.send(method, path, { token });
    expect([response.status, response.body['code']]).toEqual([status, code]);
  });

  it.each([
    ['GET', '/admin/oauth/clients', 'feature_disabled'],
    ['POST', '/admin/custom-providers', 'feature_disabled'],
    ['GET', '/admin/audit', 'not_found'],
    ['GET', '/admin/sso/providers', 'not_found'],
  ])('%s %s, with the secret key', async (method, path, code) => {
    const response = await harness.send(method, path, { token: harness.secretKey });
    expect([response.status, response.body['code']]).toEqual([404, code]);
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
