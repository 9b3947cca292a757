import { expect, test } from 'vitest';
import { defaultPasswordRules } from '#contract/password-rules.ts';
import { signUpProblem } from './sign-up-problem.ts';

const good = {
  fullName: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'Analytical1',
  confirmation: 'Analytical1',
};

test.each([
  [{}, null],
  [{ fullName: '' }, null],
  [{ email: ' ' }, 'Please fill in all required fields'],
  [{ password: '', confirmation: '' }, 'Please fill in all required fields'],
  [{ confirmation: 'Analytical2' }, 'Passwords do not match'],
  [{ password: 'Short1', confirmation: 'Short1' }, 'Password must be at least 8 characters long'],
  [
    { password: 'analytical1', confirmation: 'analytical1' },
    'Password must contain at least one uppercase letter',
  ],
  [
    { password: 'Analytical', confirmation: 'Analytical' },
    'Password must contain at least one number',
  ],
])('signUpProblem of the valid fields with %j is %j', (change, message) => {
  expect(signUpProblem({ ...good, ...change }, defaultPasswordRules)?.message ?? null).toBe(
    message,
  );
});
