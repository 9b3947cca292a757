import { expect, test } from 'vitest';
import { defaultPasswordRules } from '#contract/password-rules.ts';
import { newPasswordProblem } from './new-password-problem.ts';

test.each([
  ['Analytical1', 'Analytical1', null, null],
  ['short', 'short', 'password', 'Password must be at least 8 characters long'],
  ['analytical1', 'x', 'password', 'Password must contain at least one uppercase letter'],
  ['Analytical', 'x', 'password', 'Password must contain at least one number'],
  ['Analytical1', 'Analytical2', 'confirmation', "New passwords don't match"],
])('newPasswordProblem checks %j and %j', (password, confirmation, field, message) => {
  const problem = newPasswordProblem(password, confirmation, defaultPasswordRules);
  expect(problem?.field ?? null).toBe(field);
  expect(problem?.message ?? null).toBe(message);
});
