import { expect, test } from 'vitest';
import { avatarUrlProblem } from './avatar-url.ts';

const invalid = 'Invalid avatar URL format. Must start with http:// or https://';

test.each(['https://example.com/me.png', 'http://example.com/me.png', 'HTTPS://example.com'])(
  'avatarUrlProblem accepts %s',
  (url) => expect(avatarUrlProblem(url)).toBeNull(),
);

test.each([
  '',
  'me.png',
  '//example.com/me.png',
  'javascript:alert(1)',
  'data:image/png;base64,x',
  'ftp://x/y',
  'https://',
  ' https://example.com',
])('avatarUrlProblem refuses %j', (url) => expect(avatarUrlProblem(url)).toBe(invalid));
