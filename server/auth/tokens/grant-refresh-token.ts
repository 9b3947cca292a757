import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { signAccessToken } from './access-token.ts';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { addressSubject } from '#server/http/caller/client-address.ts';
import { optionalText, readBody } from '#server/auth/read-body.ts';
import { hashRefreshToken, successorOf, successorsOf } from './refresh-token.ts';
import { readClientInfo, presentSession, type PresentedSession } from './session.ts';
import type { AuthContext, AuthHandler, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { findUserById, isBanned } from '#server/auth/accounts/user-record.ts';

const body = v.object({ refresh_token: optionalText });

/** Reuse within this time is no theft: two tabs may refresh at once, or a request be repeated. */
const reuseIntervalMs = 10_000;
/** Number of refreshes that a slow tab may be behind within the interval. */
const maxChainLength = 10;

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

/** Locks and returns the session of a refresh token. The lock serialises concurrent refreshes. */
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

async function issueSuccessor(
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

/**
 * Follows the successors of a used token to the active one. Returns null if the chain is broken.
 */
async function findActiveSuccessor(
  services: AuthServices,
  client: PoolClient,
  session: Session,
  usedToken: string,
): Promise<string | null> {
  let token = usedToken;
  for (let step = 0; step < maxChainLength; step += 1) {
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

/** Revokes all tokens of a session and ends it. A reused token means that one holder is a thief. */
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

/**
 * Returns the token's successor, or the error of a reused token. `arrivedAt` is when the
 * request arrived. Time spent waiting for a busy database must not look like a theft.
 */
async function rotateToken(
  services: AuthServices,
  client: PoolClient,
  session: Session,
  token: string,
  arrivedAt: Date,
): Promise<string | AuthError> {
  const stored = await findToken(client, 'token', hashRefreshToken(token), session);
  if (stored === null) return new AuthError('refresh_token_not_found');
  if (!stored.revoked) return issueSuccessor(services, client, session, token);
  const age = arrivedAt.getTime() - stored.updated_at.getTime();
  const active =
    age <= reuseIntervalMs ? await findActiveSuccessor(services, client, session, token) : null;
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
  const rotated = await rotateToken(services, client, session, token, c.get('arrivedAt'));
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
  const { userAgent, ip } = readClientInfo(c);
  await client.query(
    `update auth.sessions set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2,
       user_agent = $3, ip = $4 where id = $1`,
    [session.id, services.now(), userAgent, ip],
  );
  await recordAudit(client, c, 'token_refreshed', user);
  const access = await signAccessToken(services, client, user, session.id);
  return presentSession(user, access, rotated);
}

/**
 * Counts a refresh for the account of its token, or for the network address if the token is unknown.
 * A client that gets 429 ends its session, so others at its address must not cause that.
 */
async function countRefresh(
  c: AuthContext,
  { database, limits, allowances }: AuthServices,
  token: string,
): Promise<void> {
  const { rows } = await database.auth.query<{ user_id: string }>(
    'select user_id from auth.refresh_tokens where token = $1',
    [hashRefreshToken(token)],
  );
  const subject = rows[0]?.user_id ?? addressSubject(c.get('clientAddress'));
  await limits.use(allowances.tokensFromAddress, subject);
}

/** Exchanges a refresh token for a new one and a new access token. */
export const refreshTokenGrant: AuthHandler = async (c, services) => {
  const { refresh_token: token } = await readBody(c, body);
  if (token === '') throw invalid('refresh_token required');
  await countRefresh(c, services, token);
  // An error is returned, not thrown, so that the revocation with it is committed.
  const outcome = await inTransaction(services.database.auth, (client) =>
    refresh(c, services, client, token),
  );
  if (outcome instanceof AuthError) throw outcome;
  return c.json(outcome);
};
