import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { PoolClient } from 'pg';
import { signAccessToken } from './access-token.ts';
import type { AuthMethod, SignedToken } from './access-token.ts';
import { AuthError } from './auth-error.ts';
import { presentUser } from './present-user.ts';
import { hashRefreshToken, makeRefreshToken } from './refresh-token.ts';
import type { AuthContext, AuthServices } from './services.ts';
import { reloadUser } from './user-record.ts';
import type { UserRecord } from './user-record.ts';

/** From where a session is used, as far as it can be stored. */
export function placeOf(context: AuthContext): { userAgent: string | null; ip: string | null } {
  const address = context.get('clientAddress');
  const userAgent = context.req.header('user-agent')?.slice(0, 500) ?? null;
  return { userAgent, ip: isIP(address) === 0 ? null : address };
}

/** The answer that signs somebody in. */
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

async function addProof(
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

/** Starts a session for a user, in the transaction of what proved who they are. */
export async function startSession(
  services: AuthServices,
  context: AuthContext,
  client: PoolClient,
  userId: string,
  method: AuthMethod,
): Promise<PresentedSession> {
  const now = services.now();
  const sessionId = randomUUID();
  const { userAgent, ip } = placeOf(context);
  await client.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
     values ($1, $2, $3, $3, 'aal1', $4, $5)`,
    [sessionId, userId, now, userAgent, ip],
  );
  await addProof(client, sessionId, method, now);
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
 * A second factor was proven: the session gets a new refresh token, and those from before are gone,
 * so that nobody who holds one comes along.
 */
export async function raiseSession(
  services: AuthServices,
  client: PoolClient,
  userId: string,
  sessionId: string,
  factorId: string,
): Promise<PresentedSession> {
  const now = services.now();
  const raised = await client.query(
    "update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1",
    [sessionId, factorId, now],
  );
  if (raised.rowCount !== 1) throw new AuthError('session_not_found');
  await addProof(client, sessionId, 'totp', now);
  await client.query('delete from auth.refresh_tokens where session_id = $1', [sessionId]);
  const refreshToken = await addRefreshToken(client, userId, sessionId, now);
  const user = await reloadUser(client, userId);
  const access = await signAccessToken(services, client, user, sessionId);
  return presentSession(user, access, refreshToken);
}
