import { isRefusal } from '#server/http/caller.ts';
import type { CallerRefusal, Claims } from '#server/http/caller.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext, AuthServices } from './services.ts';
import { findUserById, isBanned } from './user-record.ts';
import type { UserRecord } from './user-record.ts';

/** Somebody signed in: the account, and the session that their token belongs to. */
export interface SignedIn {
  readonly user: UserRecord;
  /** Null for a token that names none (made by the legacy secret). */
  readonly sessionId: string | null;
  /** Level of assurance of the session, as it is now, whatever the token says. */
  readonly aal: string;
}

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is wrong with a key or a token, in the protocol's words. */
export function tokenError(refusal: CallerRefusal): AuthError {
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

/** Refuses an API key that is not one of this installation; the bearer does not matter here. */
export async function requireKnownKey(context: AuthContext, services: AuthServices): Promise<void> {
  const outcome = await services.verifier.identify(context.req.raw.headers);
  if (isRefusal(outcome) && outcome.kind === 'unknown-api-key') throw tokenError(outcome);
}

/** Whether a token or a key was brought as the bearer. */
export function hasBearer(context: AuthContext): boolean {
  return /^bearer +\S/i.test(context.req.header('authorization') ?? '');
}

async function requireClaims(context: AuthContext, services: AuthServices): Promise<Claims> {
  const outcome = await services.verifier.identify(context.req.raw.headers);
  if (isRefusal(outcome)) throw tokenError(outcome);
  if (outcome.claims !== null) return outcome.claims;
  // A key stands for a role alone, as the tokens do that a hosted project makes of it.
  if (hasBearer(context)) throw new AuthError('bad_jwt', 'invalid claim: missing sub claim');
  throw new AuthError('no_authorization');
}

/** The person whose token this is; their account and session must still be there. */
export async function requireSession(
  context: AuthContext,
  services: AuthServices,
): Promise<SignedIn> {
  const { sub, session_id: sessionId } = await requireClaims(context, services);
  if (sub === undefined) throw new AuthError('bad_jwt', 'invalid claim: missing sub claim');
  if (!uuid.test(sub)) {
    throw new AuthError('bad_jwt', 'invalid claim: sub claim must be a UUID', { status: 400 });
  }
  const pool = services.database.auth;
  const user = await findUserById(pool, sub);
  if (user === null) throw new AuthError('user_not_found');
  if (isBanned(user, services.now())) throw new AuthError('user_banned');
  if (sessionId === undefined) return { user, sessionId: null, aal: 'aal1' };
  if (typeof sessionId !== 'string' || !uuid.test(sessionId)) {
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
