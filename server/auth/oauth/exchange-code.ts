import type { PoolClient } from 'pg';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { findUserById, isBanned, type UserRecord } from '#server/auth/accounts/user-record.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { sha256 } from '#server/http/caller/access-tokens.ts';
import { matchesChallenge } from '#server/auth/tokens/matches-challenge.ts';
import { invalidGrant, OAuthError } from './oauth-error.ts';
import { readResource } from './resources.ts';
import { issueTokens, makeRefreshToken, storeRefreshToken, type TokenResponse } from './tokens.ts';

/** The form of a request for tokens; its client_id isn't empty. */
export type TokenForm = Readonly<Record<string, string>> & { readonly client_id: string };

interface CodeRow {
  readonly id: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly scopes: readonly string[];
  readonly audience: string;
  readonly code_challenge: string;
  readonly expires_at: Date;
  readonly user_id: string;
  readonly group_id: string | null;
  readonly team_id: string | null;
  readonly code_used_at: Date | null;
  readonly grant_id: string | null;
  readonly grant_types: readonly string[];
}

async function lockCode(client: PoolClient, code: string): Promise<CodeRow | null> {
  const { rows } = await client.query<CodeRow>(
    `select a.id, a.client_id, a.redirect_uri, a.scopes, a.audience, a.code_challenge, a.expires_at,
       a.user_id, a.group_id, a.team_id, a.code_used_at, a.grant_id, c.grant_types
     from auth.oauth_authorizations a join auth.oauth_clients c on c.id = a.client_id
     where a.code_hash = $1 for update of a`,
    [sha256(code)],
  );
  return rows[0] ?? null;
}

/** Returns the error of a request that names another resource than was approved; else null. */
export function checkResource(
  form: TokenForm,
  audience: string,
  { siteUrl }: AuthServices,
): OAuthError | null {
  const { resource } = form;
  if (resource === undefined) return null;
  try {
    if (readResource(resource, siteUrl) === audience) return null;
  } catch (error) {
    if (error instanceof OAuthError) return error;
    throw error;
  }
  return new OAuthError('invalid_target', `The person allowed access to ${audience} only`);
}

/** Returns the reason why a code is not for this request; null if it is. */
function problemOf(
  row: CodeRow,
  form: TokenForm,
  user: UserRecord | null,
  services: AuthServices,
): OAuthError | null {
  const { code_verifier: verifier = '', redirect_uri: redirectUri } = form;
  if (row.client_id !== form.client_id) return invalidGrant('The code is for another app');
  if (row.expires_at <= services.now()) return invalidGrant('The code has expired');
  if (redirectUri !== undefined && redirectUri !== row.redirect_uri) {
    return invalidGrant('The redirect_uri is not the one of the request');
  }
  if (!matchesChallenge(verifier, row.code_challenge)) {
    return invalidGrant('The code_verifier does not match the code_challenge');
  }
  if (user === null || isBanned(user, services.now())) {
    return invalidGrant('The account is gone or banned');
  }
  return checkResource(form, row.audience, services);
}

async function createGrant(
  { now }: AuthServices,
  client: PoolClient,
  row: CodeRow,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into auth.oauth_grants
       (user_id, client_id, scopes, audience, group_id, team_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [row.user_id, row.client_id, row.scopes, row.audience, row.group_id, row.team_id, now()],
  );
  const [created] = rows;
  if (created === undefined) throw new Error('A grant just stored is not there.');
  await client.query('update auth.oauth_authorizations set grant_id = $2 where id = $1', [
    row.id,
    created.id,
  ]);
  return created.id;
}

/**
 * Exchanges a code for tokens, once. A code that comes again was seen by somebody else, so what it
 * was exchanged for ends. A request that doesn't fit uses the code up, too.
 */
export async function exchangeCode(
  c: AuthContext,
  services: AuthServices,
  client: PoolClient,
  form: TokenForm,
): Promise<TokenResponse | OAuthError> {
  const row = await lockCode(client, form['code'] ?? '');
  if (row === null) return invalidGrant('The code is unknown');
  const user = await findUserById(client, row.user_id);
  if (row.code_used_at !== null) {
    if (row.grant_id !== null) {
      await client.query('delete from auth.oauth_grants where id = $1', [row.grant_id]);
      const traits = { client_id: row.client_id, reason: 'code_reuse' };
      if (user !== null) await recordAudit(client, c, 'oauth_consent_revoked', user, traits);
    }
    return invalidGrant('The code was used before');
  }
  await client.query('update auth.oauth_authorizations set code_used_at = $2 where id = $1', [
    row.id,
    services.now(),
  ]);
  const problem = problemOf(row, form, user, services);
  if (problem !== null) return problem;
  const rights = { grantId: await createGrant(services, client, row), scopes: row.scopes };
  const refreshToken = row.grant_types.includes('refresh_token') ? makeRefreshToken() : null;
  if (refreshToken !== null) await storeRefreshToken(services, client, refreshToken, rights);
  return issueTokens(services, client, rights, refreshToken);
}
