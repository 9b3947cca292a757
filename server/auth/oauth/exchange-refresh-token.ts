import type { Pool, PoolClient } from 'pg';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { findUserById, isBanned } from '#server/auth/accounts/user-record.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { sha256 } from '#server/http/caller/access-tokens.ts';
import { checkResource, type TokenForm } from './exchange-code.ts';
import { invalidGrant, OAuthError } from './oauth-error.ts';
import {
  issueTokens,
  nextRefreshToken,
  possibleSuccessors,
  storeRefreshToken,
  type TokenResponse,
} from './tokens.ts';

/** A request repeated within this time is no theft: its response may have been lost. */
const reuseMs = 10_000;

interface GrantRow {
  readonly id: string;
  readonly client_id: string;
  readonly user_id: string;
  readonly scopes: readonly string[];
  readonly audience: string;
}

interface TokenRow {
  readonly grant_id: string;
  readonly expires_at: Date;
  readonly used_at: Date | null;
}

/** Locks and returns the grant of a refresh token. The lock serialises concurrent refreshes. */
async function lockGrant(client: PoolClient, hash: Buffer): Promise<GrantRow | null> {
  const { rows } = await client.query<GrantRow>(
    `select id, client_id, user_id, scopes, audience from auth.oauth_grants
     where id = (select grant_id from auth.oauth_tokens where token_hash = $1 and kind = 'refresh')
     for update`,
    [hash],
  );
  return rows[0] ?? null;
}

async function findToken(client: Pool | PoolClient, hash: Buffer): Promise<TokenRow | null> {
  const { rows } = await client.query<TokenRow>(
    `select grant_id, expires_at, used_at from auth.oauth_tokens
     where token_hash = $1 and kind = 'refresh'`,
    [hash],
  );
  return rows[0] ?? null;
}

/** Returns the scopes of the request, which may be fewer than those of the grant. */
function narrowScopes(form: TokenForm, granted: readonly string[]): readonly string[] | OAuthError {
  const requested = (form['scope'] ?? '').split(' ').filter((name) => name !== '');
  if (requested.length === 0) return granted;
  const narrowed = granted.filter((scope) => requested.includes(scope));
  if (narrowed.length === 0) {
    return new OAuthError('invalid_scope', `The person allowed ${granted.join(' ')} only`);
  }
  return narrowed;
}

/** Stores the token's successor, and returns it. */
async function rotate(
  services: AuthServices,
  client: PoolClient,
  grant: GrantRow,
  token: string,
): Promise<string> {
  const next = nextRefreshToken(services, token);
  await client.query('update auth.oauth_tokens set used_at = $2 where token_hash = $1', [
    sha256(token),
    services.now(),
  ]);
  await storeRefreshToken(services, client, next, { grantId: grant.id, scopes: grant.scopes });
  return next;
}

/** Returns the unused successor of a token that was used just now; null if it is used, too. */
async function findUnusedSuccessor(
  services: AuthServices,
  client: PoolClient,
  token: string,
): Promise<string | null> {
  for (const candidate of possibleSuccessors(services, token)) {
    const stored = await findToken(client, sha256(candidate));
    if (stored !== null) return stored.used_at === null ? candidate : null;
  }
  return null;
}

/** Returns the next refresh token; null if the token was used before, other than just now. */
async function nextToken(
  c: AuthContext,
  services: AuthServices,
  client: PoolClient,
  {
    grant,
    stored,
    token,
  }: { readonly grant: GrantRow; readonly stored: TokenRow; readonly token: string },
): Promise<string | null> {
  if (stored.used_at === null) return rotate(services, client, grant, token);
  const age = c.get('arrivedAt').getTime() - stored.used_at.getTime();
  return age <= reuseMs ? findUnusedSuccessor(services, client, token) : null;
}

/** Counts a refresh for its grant, since those that succeed don't count for their address. */
export async function countRefresh(
  { database, limits, allowances }: AuthServices,
  token: string,
): Promise<void> {
  const stored = await findToken(database.auth, sha256(token));
  if (stored !== null) await limits.use(allowances.tokensFromAddress, stored.grant_id);
}

/**
 * Exchanges a refresh token for the next one and an access token. A used one that comes again means
 * that two hold it, so the grant ends.
 */
export async function exchangeRefreshToken(
  c: AuthContext,
  services: AuthServices,
  client: PoolClient,
  form: TokenForm,
): Promise<TokenResponse | OAuthError> {
  const token = form['refresh_token'] ?? '';
  const hash = sha256(token);
  const grant = await lockGrant(client, hash);
  const stored = await findToken(client, hash);
  if (grant === null || stored === null || grant.client_id !== form.client_id) {
    return invalidGrant('The refresh token is unknown or was revoked');
  }
  if (stored.expires_at <= services.now()) return invalidGrant('The refresh token has expired');
  const user = await findUserById(client, grant.user_id);
  if (user === null || isBanned(user, services.now())) {
    return invalidGrant('The account is gone or banned');
  }
  const wrongResource = checkResource(form, grant.audience, services);
  if (wrongResource !== null) return wrongResource;
  const scopes = narrowScopes(form, grant.scopes);
  if (scopes instanceof OAuthError) return scopes;
  const next = await nextToken(c, services, client, { grant, stored, token });
  if (next === null) {
    await client.query('delete from auth.oauth_grants where id = $1', [grant.id]);
    const traits = { client_id: grant.client_id, reason: 'refresh_token_reuse' };
    await recordAudit(client, c, 'oauth_consent_revoked', user, traits);
    return invalidGrant('The refresh token was used before, so the access has been revoked');
  }
  return issueTokens(services, client, { grantId: grant.id, scopes }, next);
}
