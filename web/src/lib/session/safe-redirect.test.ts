import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

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
