import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  brokenPasswordRules,
  defaultPasswordRules,
  passwordHint,
} from '#contract/password-rules.ts';
import { passwordRules, readConfig } from '#server/config.ts';
import { createAuthTestHarness, freshEmail } from '#server/testing/auth-test-harness.ts';
import type { AuthTestHarness } from '#server/testing/auth-test-harness.ts';

const tooShort = 'Password must be at least 8 characters long';
const noUppercase = 'Password must contain at least one uppercase letter';
const noNumber = 'Password must contain at least one number';

describe('brokenPasswordRules', () => {
  it.each([
    ['Abcdefg1', []],
    ['Ünderst4nding', []],
    ['Ab1', [tooShort]],
    ['Ab1😀😀😀😀', [tooShort]],
    ['Ab1😀😀😀😀😀', []],
    ['abcdefg1', [noUppercase]],
    ['Abcdefgh', [noNumber]],
    ['', [tooShort, noUppercase, noNumber]],
  ])('returns the broken default rules for %o', (password, messages) => {
    const broken = brokenPasswordRules(password, defaultPasswordRules);
    expect(broken.map((rule) => rule.message)).toEqual(messages);
  });
});

describe('passwordRules', () => {
  it('returns the default rules without settings', () => {
    expect(passwordRules(readConfig({}))).toEqual(defaultPasswordRules);
  });

  it.each([
    [{}, 'At least 8 characters, one uppercase letter and one number.'],
    [{ PASSWORD_REQUIRED: 'none', PASSWORD_MIN_LENGTH: '12' }, 'At least 12 characters.'],
    [{ PASSWORD_REQUIRED: 'symbol' }, 'At least 8 characters and one symbol.'],
    [
      { PASSWORD_REQUIRED: 'symbol, digit,lower,upper' },
      'At least 8 characters, one lowercase letter, one uppercase letter, one number and one symbol.',
    ],
  ])('for %j has the hint %j', (environment, hint) => {
    expect(passwordHint(passwordRules(readConfig(environment)))).toBe(hint);
  });
});

describe('with PASSWORD_MIN_LENGTH=12 and PASSWORD_REQUIRED=lower,symbol', () => {
  let harness: AuthTestHarness;
  beforeAll(async () => {
    const environment = { PASSWORD_MIN_LENGTH: '12', PASSWORD_REQUIRED: 'lower,symbol' };
    harness = await createAuthTestHarness({ environment });
  });
  afterAll(() => harness.stop());

  it.each([
    ['ALLCAPITALS1', ['characters']],
    ['short!', ['length']],
    ['SHORT', ['length', 'characters']],
  ])('POST /signup with %o returns the reasons %j', async (password, reasons) => {
    const response = await harness.send('POST', '/signup', {
      body: { email: freshEmail(), password },
    });
    const { code, weak_password: weak } = response.body;
    expect([response.status, code, weak]).toEqual([422, 'weak_password', { reasons }]);
  });

  it('POST /signup accepts a password that meets the rules', async () => {
    const body = { email: freshEmail(), password: 'long enough words!' };
    expect((await harness.send('POST', '/signup', { body })).status).toBe(200);
  });
});
