import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { signAccessToken } from './access-token.ts';
import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { optionalText, readBody } from './read-body.ts';
import { hashRefreshToken, successorOf, successorsOf } from './refresh-token.ts';
import { placeOf, presentSession } from './session.ts';
import type { PresentedSession } from './session.ts';
import type { AuthContext, AuthHandler, AuthServices } from './services.ts';
import { inTransaction } from './transaction.ts';
import { findUserById, isBanned } from './user-record.ts';

const body = v.object({ refresh_token: optionalText });

/** Two tabs that refresh at once, or a repeated request, are no theft. */
const reuseIntervalMs = 10_000;
/** How many refreshes a slow tab may be behind within the interval. */
const longestChase = 10;

interface Session {
  readonly id: string;
  readonly user_id: string;
  readonly not_after: Date | null;
}

interface StoredToken {
  readonly token: string;
  readonly revoked: boolean;
  readonly updated_at: Date;
}

/** The session of a refresh token, locked: all who refresh it take their turn. */
async function lockSession(client: PoolClient, hash: string): Promise<Session | null> {
  const { rows } = await client.query<Session>(
    `select id, user_id, not_after from auth.sessions
     where id = (select session_id from auth.refresh_tokens where token = $1) for update`,
    [hash],
  );
  return rows[0] ?? null;
}

async function findToken(
  client: PoolClient,
  column: 'token' | 'parent',
  hash: string,
  session: Session,
): Promise<StoredToken | null> {
  const { rows } = await client.query<StoredToken>(
    `select token, revoked, updated_at from auth.refresh_tokens
     where ${column} = $1 and session_id = $2`,
    [hash, session.id],
  );
  return rows[0] ?? null;
}

async function swap(
  services: AuthServices,
  client: PoolClient,
  session: Session,
  token: string,
): Promise<string> {
  const hash = hashRefreshToken(token);
  const successor = successorOf(services.keys, token);
  await client.query(
    'update auth.refresh_tokens set revoked = true, updated_at = $2 where token = $1',
    [hash, services.now()],
  );
  await client.query(
    `insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ($1, $2, false, $3, $3, $4, $5)`,
    [hashRefreshToken(successor), session.user_id, services.now(), hash, session.id],
  );
  return successor;
}

/** From a token used before to the one that is good now, step by step; null when the way is broken. */
async function chaseActive(
  services: AuthServices,
  client: PoolClient,
  session: Session,
  used: string,
): Promise<string | null> {
  let token = used;
  for (let step = 0; step < longestChase; step += 1) {
    const child = await findToken(client, 'parent', hashRefreshToken(token), session);
    const next = successorsOf(services.keys, token).find(
      (candidate) => hashRefreshToken(candidate) === child?.token,
    );
    if (child === null || next === undefined) return null;
    if (!child.revoked) return next;
    token = next;
  }
  return null;
}

/** A token was used twice: one of the two who hold it is a thief. Both are out. */
async function revokeFamily(
  services: AuthServices,
  client: PoolClient,
  session: Session,
): Promise<void> {
  await client.query(
    'update auth.refresh_tokens set revoked = true where session_id = $1 and not revoked',
    [session.id],
  );
  await client.query('update auth.sessions set not_after = $2, updated_at = $2 where id = $1', [
    session.id,
    services.now(),
  ]);
}

/** `arrivedAt` is when the token was brought: who waits for a busy database is no thief. */
async function rotate(
  services: AuthServices,
  client: PoolClient,
  session: Session,
  token: string,
  arrivedAt: Date,
): Promise<string | AuthError> {
  const stored = await findToken(client, 'token', hashRefreshToken(token), session);
  if (stored === null) return new AuthError('refresh_token_not_found');
  if (!stored.revoked) return swap(services, client, session, token);
  const age = arrivedAt.getTime() - stored.updated_at.getTime();
  const active =
    age <= reuseIntervalMs ? await chaseActive(services, client, session, token) : null;
  return active ?? new AuthError('refresh_token_already_used');
}

async function refresh(
  c: AuthContext,
  services: AuthServices,
  client: PoolClient,
  token: string,
): Promise<PresentedSession | AuthError> {
  const session = await lockSession(client, hashRefreshToken(token));
  if (session === null) return new AuthError('refresh_token_not_found');
  const user = await findUserById(client, session.user_id);
  if (user === null) return new AuthError('refresh_token_not_found');
  if (isBanned(user, services.now())) {
    return new AuthError('user_banned', 'Invalid Refresh Token: User Banned', { status: 400 });
  }
  const rotated = await rotate(services, client, session, token, c.get('arrivedAt'));
  if (rotated instanceof AuthError) {
    if (rotated.code === 'refresh_token_already_used') {
      await revokeFamily(services, client, session);
      await recordAudit(client, c, 'token_revoked', user, { reason: 'refresh_token_reuse' });
    }
    return rotated;
  }
  if (session.not_after !== null && session.not_after <= services.now()) {
    return new AuthError('session_expired');
  }
  const { userAgent, ip } = placeOf(c);
  await client.query(
    `update auth.sessions set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2,
       user_agent = $3, ip = $4 where id = $1`,
    [session.id, services.now(), userAgent, ip],
  );
  await recordAudit(client, c, 'token_refreshed', user);
  const access = await signAccessToken(services, client, user, session.id);
  return presentSession(user, access, rotated);
}

/** Exchanges a refresh token for a new one and a new access token. */
export const refreshTokenGrant: AuthHandler = async (c, services) => {
  const { refresh_token: token } = await readBody(c, body);
  if (token === '') throw new AuthError('validation_failed', 'refresh_token required');
  // A refusal is a result here: the revocation it goes with must be committed.
  const outcome = await inTransaction(services.database.auth, (client) =>
    refresh(c, services, client, token),
  );
  if (outcome instanceof AuthError) throw outcome;
  return c.json(outcome);
};
