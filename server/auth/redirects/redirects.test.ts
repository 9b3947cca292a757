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
  ])('allows %s', (requested) => {
    expect(redirects.resolve(requested)).toBe(requested);
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
  ])('returns the site instead of %s', (requested) => {
    expect(redirects.resolve(requested)).toBe(site);
  });

  it('removes the fragment, where the session will be', () => {
    expect(redirects.resolve(`${site}/x#access_token=forged`)).toBe(`${site}/x`);
  });

  it('accepts all loopback names on the same port', () => {
    const local = createRedirects('http://localhost:3000', []);
    expect(local.resolve('http://127.0.0.1:3000/x')).toBe('http://127.0.0.1:3000/x');
    expect(local.resolve('http://[::1]:3000/x')).toBe('http://[::1]:3000/x');
    expect(local.resolve('http://localhost:6666/x')).toBe('http://localhost:3000');
  });

  it('refuses schemes that run code, whatever is configured', () => {
    const careless = createRedirects(site, ['**']);
    expect(careless.resolve('javascript:alert(1)')).toBe(site);
    expect(careless.resolve('https://anywhere.example/')).toBe('https://anywhere.example/');
  });
});
