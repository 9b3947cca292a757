import { expect, test } from 'vitest';
import { registerSuccessThen, signInThen, signUpThen } from '#contract/routes.ts';
import { redirectTarget, safeRedirect } from './safe-redirect.ts';

test.each([
  '/app',
  '/app/prompts/0199?tab=history#v3',
  '/p/abc',
  '/',
  '/app/library?q=a%2F%2Fb',
  '/app?next=https://example.com',
])('safeRedirect keeps the path %s', (path) => {
  expect(safeRedirect(path)).toBe(path);
});

test.each([
  null,
  undefined,
  '',
  'app',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  'https://evil.example',
  'HTTPS://evil.example/app',
  'javascript:alert(1)',
  'data:text/html,x',
  'https:/app',
  '/..//evil.example',
  '/.//evil.example',
  '/app\u0000',
  '/signin?redirect=/signin',
])('safeRedirect replaces %j by /app', (given) => {
  expect(safeRedirect(given)).toBe('/app');
});

test.each([
  '/app/library#access_token=a&refresh_token=b',
  '/app/library?code=a',
  '/app/library?token_hash=a#refresh_token=b',
])('safeRedirect removes the secrets of a link from %s', (given) => {
  expect(safeRedirect(given)).toBe('/app/library');
});

test.each([signInThen, signUpThen, registerSuccessThen])(
  '%o leads to a page without putting its fragment into a request',
  (pageThen) => {
    const page = new URL(pageThen('/app/teams/join?a=b#0123abc'), 'https://cuebook.example');
    expect(page.search).not.toContain('0123abc');
    expect(redirectTarget(page)).toBe('/app/teams/join?a=b#0123abc');
    expect(pageThen('/app')).not.toContain('redirect');
  },
);

test.each([
  ['#0123abc', '/app'],
  ['?redirect=%2F%2Fevil.example#0123abc', '/app'],
  ['?redirect=%2Fapp%2Flibrary#access_token=a&refresh_token=b', '/app/library'],
])('redirectTarget(%s) is %s', (rest, target) => {
  expect(redirectTarget(new URL(`https://cuebook.example/signin${rest}`))).toBe(target);
});
