import { expect, test } from 'vitest';
import { readArrival } from './mail-link.ts';

function arrive(rest: string) {
  return readArrival(new URL(`https://cuebook.example/auth/callback${rest}`));
}

test('a confirmation brings a session', () => {
  expect(arrive('#access_token=a&refresh_token=b&type=signup')).toEqual({
    kind: 'session',
    recovery: false,
  });
});

test('a recovery is told apart', () => {
  expect(arrive('#access_token=a&type=recovery')).toEqual({ kind: 'session', recovery: true });
});

test.each(['#', '?'])('an expired link after %s is an error with its words', (mark) => {
  const rest = `${mark}error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired`;
  expect(arrive(rest)).toEqual({
    kind: 'error',
    code: 'otp_expired',
    description: 'Email link is invalid or has expired',
  });
});

test('an error without a description keeps its name', () => {
  expect(arrive('#error=server_error')).toEqual({
    kind: 'error',
    code: null,
    description: 'server_error',
  });
});

test.each(['', '#', '#section', '?page=2'])('%j brings nothing', (rest) => {
  expect(arrive(rest)).toEqual({ kind: 'plain' });
});
