import { describe, expect, it } from 'vitest';
import { setUpTestServer } from '#server/testing/test-server.ts';

const allowed = 'https://app.example.com';
const other = 'https://elsewhere.example';

const server = await setUpTestServer({
  CORS_ORIGINS: `${allowed}, http://localhost:5173`,
  MAX_BODY_MB: '1',
});

async function headersFor(origin: string, path: string, init: RequestInit = {}) {
  const { headers } = await fetch(server.url + path, {
    ...init,
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  return [headers.get('access-control-allow-origin'), headers.get('vary')];
}

const tooLarge = { method: 'POST', body: 'x'.repeat(2_000_000) };

describe('with CORS_ORIGINS', () => {
  it.each([
    ['an ordinary read', '/rest/v1/prompts?limit=1', {}],
    ['an unusual read', '/rest/v1/%70rompts?limit=1', {}],
    ['a preflight of /rest/v1', '/rest/v1/prompts', { method: 'OPTIONS' }],
    ['a response of /auth/v1', '/auth/v1/health', {}],
    ['an error of /auth/v1', '/auth/v1/user', {}],
    ['a preflight of /auth/v1', '/auth/v1/token', { method: 'OPTIONS' }],
    ['a protocol that is not served', '/storage/v1/bucket', {}],
    ['a body that is too large', '/auth/v1/signup', tooLarge],
  ])('%s can be read by a listed origin only', async (_name, path, init) => {
    expect(await headersFor(allowed, path, init)).toEqual([
      allowed,
      expect.stringMatching(/\bOrigin\b/),
    ]);
    expect(await headersFor(other, path, init)).toEqual([
      null,
      expect.stringMatching(/\bOrigin\b/),
    ]);
  });
});
