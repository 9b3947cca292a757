import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { requireSession, type SignedIn } from '#server/auth/tokens/require-session.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { isUuid } from '#contract/uuid.ts';

/** A row of auth.mfa_factors. It contains the secret and must never be sent. */
export interface Factor {
  readonly id: string;
  readonly user_id: string;
  readonly factor_type: 'totp' | 'webauthn';
  readonly status: 'verified' | 'unverified';
  /** The secret of an authenticator app; null for a WebAuthn factor. */
  readonly secret: string | null;
}

export interface SignedInWithFactor extends SignedIn {
  readonly sessionId: string;
  readonly factor: Factor;
}

/** Returns the session id, or refuses a token without one. */
export function requireSessionId({ sessionId }: SignedIn): string {
  if (sessionId === null) throw new AuthError('session_not_found');
  return sessionId;
}

/** Returns the signed-in user and the factor of theirs that the path names. */
export async function requireOwnFactor(
  c: AuthContext,
  services: AuthServices,
): Promise<SignedInWithFactor> {
  const signedIn = await requireSession(c, services);
  const sessionId = requireSessionId(signedIn);
  const id = c.req.param('factor') ?? '';
  if (!isUuid(id)) throw invalid('factor_id must be an UUID', 404);
  const { rows } = await services.database.auth.query<Factor>(
    `select id, user_id, factor_type, status, secret from auth.mfa_factors
     where id = $1 and user_id = $2 and factor_type in ('totp', 'webauthn')`,
    [id, signedIn.user.id],
  );
  const [factor] = rows;
  if (factor === undefined) throw new AuthError('mfa_factor_not_found');
  return { ...signedIn, sessionId, factor };
}
