import { expect, test } from 'vitest';
import { linkProblem } from './link-problem.ts';

test.each([
  ['otp_expired', 'This link does not work', true],
  ['other_browser', 'Sign in to go on', false],
  ['bad_oauth_state', 'You are not signed in', false],
  ['bad_oauth_callback', 'You are not signed in', false],
  ['unexpected_failure', 'That did not work', false],
  ['of a later server', 'This link does not work', true],
  [null, 'This link does not work', true],
])('%s is "%s"', (code, title, resend) => {
  expect(linkProblem(code)).toMatchObject({ title, resend });
});
