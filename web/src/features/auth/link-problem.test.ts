import { expect, test } from 'vitest';
import { linkProblem } from './link-problem.ts';

test.each([
  ['otp_expired', "This link doesn't work", true],
  ['other_browser', 'Sign in to continue', false],
  ['bad_oauth_state', "You're not signed in", false],
  ['bad_oauth_callback', "You're not signed in", false],
  ['unexpected_failure', 'Something went wrong', false],
  ['unknown_code', "This link doesn't work", true],
  [null, "This link doesn't work", true],
])('linkProblem explains %s with "%s"', (code, title, resend) => {
  const problem = linkProblem(code);
  expect(problem.title).toBe(title);
  expect(problem.resend ?? false).toBe(resend);
});
