import { expect, test } from 'vitest';
import { readArrival } from './mail-link.ts';

function arrive(rest: string) {
  return readArrival(new URL(`https://cuebook.example/auth/callback${rest}`));
}

test.each([
  ['#access_token=a&refresh_token=b&type=signup', { kind: 'session', type: 'signup' }],
  ['#access_token=a&type=recovery', { kind: 'session', type: 'recovery' }],
  ['?redirect=%2Fapp%2Flibrary#access_token=a', { kind: 'session', type: null }],
  ['?code=abc', { kind: 'code' }],
  [
    '#message=Confirmation+link+accepted&sb=',
    { kind: 'message', text: 'Confirmation link accepted' },
  ],
])('%s brings %j', (rest, arrival) => {
  expect(arrive(rest)).toEqual(arrival);
});

test.each(['#', '?'])('an expired link after %s is an error with its words', (mark) => {
  const rest = `${mark}error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired`;
  expect(arrive(rest)).toEqual({
    kind: 'error',
    code: 'otp_expired',
    description: 'Email link is invalid or has expired',
  });
});

test('a description alone is an error, too', () => {
  expect(arrive('#error_code=otp_expired&error_description=Late')).toEqual({
    kind: 'error',
    code: 'otp_expired',
    description: 'Late',
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
