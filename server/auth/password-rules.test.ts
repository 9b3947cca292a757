import { describe, expect, it } from 'vitest';
import { brokenPasswordRules } from '#contract/password-rules.ts';

const tooShort = 'Password must be at least 8 characters long';
const noUppercase = 'Password must contain at least one uppercase letter';
const noNumber = 'Password must contain at least one number';

describe('brokenPasswordRules', () => {
  it.each([
    ['Abcdefg1', []],
    ['Ünderst4nding', []],
    ['Ab1', [tooShort]],
    ['abcdefg1', [noUppercase]],
    ['Abcdefgh', [noNumber]],
    ['', [tooShort, noUppercase, noNumber]],
  ])('tells for %o which rules are broken', (password, messages) => {
    expect(brokenPasswordRules(password).map((rule) => rule.message)).toEqual(messages);
  });
});
