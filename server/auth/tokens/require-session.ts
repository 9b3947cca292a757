import { isRefusal, type AuthenticationError, type Claims } from '#server/http/caller/caller.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { findUserById, isBanned, type UserRecord } from '#server/auth/accounts/user-record.ts';
import { isUuid } from '#contract/uuid.ts';

/** A signed-in user and the session of their token. */
export interface SignedIn {
  readonly user: UserRecord;
  /** Null for a token without a session id (signed with the legacy secret). */
  readonly sessionId: string | null;
  /** Assurance level of the session in the database, which can differ from the token's. */
  readonly aal: string;
}

/** Converts an error of an API key or token into the protocol's. */
export function tokenError(refusal: AuthenticationError): AuthError {
  const because = (reason: string) =>
    new AuthError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`);
  switch (refusal.kind) {
    case 'unknown-api-key':
      return new AuthError('no_authorization', 'Invalid API key');
    case 'expired-token':
      return because('token has invalid claims: token is expired');
    case 'invalid-signature':
      return because('token signature is invalid');
    case 'malformed-token':
      return because(`token is malformed: ${refusal.message}`);
    default:
      return because(`token has invalid claims: ${refusal.message}`);
  }
}

/** Refuses an unknown API key. A missing key and a wrong bearer token pass. */
export async function refuseUnknownApiKey(
  context: AuthContext,
  services: AuthServices,
): Promise<void> {
  const outcome = await services.verifier.identify(context.req.raw.headers);
  if (isRefusal(outcome) && outcome.kind === 'unknown-api-key') throw tokenError(outcome);
}

/** Whether the request has a bearer token or key. */
export function hasBearer(context: AuthContext): boolean {
  return /^bearer +\S/i.test(context.req.header('authorization') ?? '');
}

async function requireClaims(context: AuthContext, services: AuthServices): Promise<Claims> {
  const outcome = await services.verifier.identify(context.req.raw.headers);
  if (isRefusal(outcome)) throw tokenError(outcome);
  if (outcome.claims !== null) return outcome.claims;
  // An API key has a role but no user, like the tokens that a hosted project makes from a key.
  if (hasBearer(context)) throw new AuthError('bad_jwt', 'invalid claim: missing sub claim');
  throw new AuthError('no_authorization');
}

/** Returns the signed-in user. Their account and session must still exist. */
export async function requireSession(
  context: AuthContext,
  services: AuthServices,
): Promise<SignedIn> {
  const { sub, session_id: sessionId } = await requireClaims(context, services);
  if (sub === undefined) throw new AuthError('bad_jwt', 'invalid claim: missing sub claim');
  if (!isUuid(sub)) {
    throw new AuthError('bad_jwt', 'invalid claim: sub claim must be a UUID', { status: 400 });
  }
  const pool = services.database.auth;
  const user = await findUserById(pool, sub);
  if (user === null) throw new AuthError('user_not_found');
  if (isBanned(user, services.now())) throw new AuthError('user_banned');
  if (sessionId === undefined) return { user, sessionId: null, aal: 'aal1' };
  if (typeof sessionId !== 'string' || !isUuid(sessionId)) {
    throw new AuthError('bad_jwt', 'invalid claim: session_id claim must be a UUID');
  }
  const { rows } = await pool.query<{ aal: string | null }>(
    `select aal from auth.sessions
     where id = $1 and user_id = $2 and (not_after is null or not_after > $3)`,
    [sessionId, user.id, services.now()],
  );
  const [session] = rows;
  if (session === undefined) throw new AuthError('session_not_found');
  return { user, sessionId, aal: session.aal ?? 'aal1' };
}

/**
 * Returns whether this is an aal1 session of an account with a verified second factor. A recovery
 * link of such an account gives aal1, too.
 */
export function lacksSecondFactor({ user, aal }: SignedIn): boolean {
  return aal === 'aal1' && user.factors.some(({ status }) => status === 'verified');
}

export function secondFactorMessage(purpose: string): string {
  return `AAL2 session is required to ${purpose} when MFA is enabled.`;
}

/** Refuses a session without the second factor of its account. */
export function requireSecondFactor(signedIn: SignedIn, purpose: string): void {
  if (!lacksSecondFactor(signedIn)) return;
  throw new AuthError('insufficient_aal', secondFactorMessage(purpose), { status: 401 });
}
