/** Why a code of a second factor was not taken, and what to do, in words. */
export function secondFactorProblem(error: {
  readonly code: string | null;
  readonly message: string;
}): string {
  switch (error.code) {
    case 'mfa_verification_failed':
      return 'That code is not right. Each one counts once, for half a minute: try the next one.';
    case 'over_request_rate_limit':
      return 'Too many attempts. Wait five minutes, then try again.';
    case 'mfa_factor_not_found':
      return 'This authenticator was removed from the account.';
    default:
      return error.message;
  }
}
