import { describe, expect, it } from 'vitest';
import { createRedirects } from './redirects.ts';

const site = 'https://cuebook.example';

describe('createRedirects', () => {
  const redirects = createRedirects(site, [
    'https://staging.cuebook.example/**',
    'https://*.preview.example/auth/callback',
    'myapp://callback',
    'http://localhost:517?/x',
  ]);

  it.each([
    'https://cuebook.example/auth/callback',
    'https://cuebook.example/app?a=1',
    'https://staging.cuebook.example/a/b/c?d=e',
    'https://one.preview.example/auth/callback',
    'myapp://callback',
    'http://localhost:5173/x',
  ])('allows %s', (asked) => {
    expect(redirects.allowed(asked)).toBe(asked);
  });

  it.each([
    undefined,
    '',
    '/auth/callback',
    'not an address',
    'https://evil.example/',
    'http://cuebook.example/',
    'https://cuebook.example:8443/',
    'https://cuebook.example.evil.example/',
    'https://cuebook.example@evil.example/',
    'https://evil@cuebook.example/',
    String.raw`https://evil.example\@cuebook.example/`,
    'https://evil.example/#https://cuebook.example/',
    '//evil.example',
    String.raw`https:\\evil.example`,
    'https://one.two.preview.example/auth/callback',
    'https://one.preview.example/auth/callback/more',
    'https://preview.example/auth/callback',
    'https://evil.example/https://staging.cuebook.example/x',
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp://other',
    'http://localhost:51733/x',
  ])('leads to the site instead of %s', (asked) => {
    expect(redirects.allowed(asked)).toBe(site);
  });

  it('takes a fragment away: the session is to stand there', () => {
    expect(redirects.allowed(`${site}/x#access_token=forged`)).toBe(`${site}/x`);
  });

  it('knows the names of this machine, on the same port', () => {
    const local = createRedirects('http://localhost:3000', []);
    expect(local.allowed('http://127.0.0.1:3000/x')).toBe('http://127.0.0.1:3000/x');
    expect(local.allowed('http://[::1]:3000/x')).toBe('http://[::1]:3000/x');
    expect(local.allowed('http://localhost:6666/x')).toBe('http://localhost:3000');
  });

  it('never follows a scheme that runs, whatever is configured', () => {
    const careless = createRedirects(site, ['**']);
    expect(careless.allowed('javascript:alert(1)')).toBe(site);
    expect(careless.allowed('https://anywhere.example/')).toBe('https://anywhere.example/');
  });
});
