import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { PoolClient } from 'pg';
import { signAccessToken, type AuthMethod, type SignedToken } from './access-token.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { presentUser } from '#server/auth/accounts/present-user.ts';
import { hashRefreshToken, makeRefreshToken } from './refresh-token.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { reloadUser, type UserRecord } from '#server/auth/accounts/user-record.ts';

/** Reads the client's user agent and IP address; null for those that cannot be stored. */
export function readClientInfo(context: AuthContext): {
  userAgent: string | null;
  ip: string | null;
} {
  const address = context.get('clientAddress');
  const userAgent = context.req.header('user-agent')?.slice(0, 500) ?? null;
  return { userAgent, ip: isIP(address) === 0 ? null : address };
}

/** Returns the session object of the protocol. */
export function presentSession(user: UserRecord, access: SignedToken, refreshToken: string) {
  return {
    access_token: access.token,
    token_type: 'bearer',
    expires_in: access.expiresIn,
    expires_at: access.expiresAt,
    refresh_token: refreshToken,
    user: presentUser(user),
  };
}

export type PresentedSession = ReturnType<typeof presentSession>;

async function recordAuthMethod(
  client: PoolClient,
  sessionId: string,
  method: AuthMethod,
  now: Date,
): Promise<void> {
  await client.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, $2, $2, $3)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [sessionId, now, method],
  );
}

async function addRefreshToken(
  client: PoolClient,
  userId: string,
  sessionId: string,
  now: Date,
): Promise<string> {
  const refreshToken = makeRefreshToken();
  await client.query(
    `insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ($1, $2, false, $3, $3, null, $4)`,
    [hashRefreshToken(refreshToken), userId, now, sessionId],
  );
  return refreshToken;
}

/** Starts a session for a user. Pass the client of the transaction that authenticated them. */
export async function startSession(
  services: AuthServices,
  context: AuthContext,
  client: PoolClient,
  userId: string,
  method: AuthMethod,
): Promise<PresentedSession> {
  const now = services.now();
  const sessionId = randomUUID();
  const { userAgent, ip } = readClientInfo(context);
  await client.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
     values ($1, $2, $3, $3, 'aal1', $4, $5)`,
    [sessionId, userId, now, userAgent, ip],
  );
  await recordAuthMethod(client, sessionId, method, now);
  const refreshToken = await addRefreshToken(client, userId, sessionId, now);
  await client.query('update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1', [
    userId,
    now,
  ]);
  await client.query(
    `update auth.identities set last_sign_in_at = $2, updated_at = $2
     where user_id = $1 and provider = 'email'`,
    [userId, now],
  );
  const user = await reloadUser(client, userId);
  const access = await signAccessToken(services, client, user, sessionId);
  return presentSession(user, access, refreshToken);
}

/**
 * Elevates a session to aal2 after a second factor was verified. Replaces all its refresh tokens,
 * so that nobody who holds an older one gets an aal2 session.
 */
export async function elevateSession(
  services: AuthServices,
  client: PoolClient,
  userId: string,
  sessionId: string,
  factor: { readonly id: string; readonly method: AuthMethod },
): Promise<PresentedSession> {
  const now = services.now();
  const raised = await client.query(
    "update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1",
    [sessionId, factor.id, now],
  );
  if (raised.rowCount !== 1) throw new AuthError('session_not_found');
  await recordAuthMethod(client, sessionId, factor.method, now);
  await client.query('delete from auth.refresh_tokens where session_id = $1', [sessionId]);
  const refreshToken = await addRefreshToken(client, userId, sessionId, now);
  const user = await reloadUser(client, userId);
  const access = await signAccessToken(services, client, user, sessionId);
  return presentSession(user, access, refreshToken);
}
