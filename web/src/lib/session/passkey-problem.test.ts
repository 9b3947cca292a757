import { describe, expect, it } from 'vitest';
import { unknownPasskeyMessage } from '#contract/unknown-passkey.ts';
import { passkeyProblem } from './passkey-problem.ts';

describe('passkeyProblem', () => {
  const problemOf = (message: string) =>
    passkeyProblem({ message, code: 'webauthn_verification_failed' });

  it('tells a removed passkey from a wrong one', () => {
    expect(problemOf('Credential verification failed')).toMatch(/couldn't be verified/);
    expect(problemOf(unknownPasskeyMessage)).toMatch(/isn't registered here/);
  });
});
