/** Returns the text for a refused second-factor code: why, and what to do. */
export function secondFactorProblem(error: {
  readonly code: string | null;
  readonly message: string;
}): string {
  switch (error.code) {
    case 'mfa_verification_failed':
      return 'Wrong code. Each code works once, for 30 seconds. Try the latest one.';
    case 'over_request_rate_limit':
      return 'Too many attempts. Wait five minutes, then try again.';
    case 'mfa_factor_not_found':
      return 'This authenticator was removed from the account.';
    default:
      return error.message;
  }
}
