import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { AuthServices } from '#server/auth/services.ts';
import { successorOf, successorsOf } from '#server/auth/tokens/refresh-token.ts';
import { makeAppToken, sha256 } from '#server/http/caller/access-tokens.ts';

const accessSeconds = 3600;
const refreshMs = 60 * 24 * 3_600_000;

/** The rights of the tokens in a response. */
export interface TokenRights {
  readonly grantId: string;
  /** The scopes of the access token. */
  readonly scopes: readonly string[];
}

/** Refresh tokens begin with this, so that scanners find them. */
const refreshPrefix = 'cbr_';

export function makeRefreshToken(): string {
  return `${refreshPrefix}${randomBytes(24).toString('base64url')}`;
}

/** Returns the token that follows a refresh token: the same each time, though it isn't stored. */
export function nextRefreshToken({ keys }: AuthServices, token: string): string {
  return `${refreshPrefix}${successorOf(keys, token)}`;
}

/** Returns what may follow a refresh token, under each key of the server. */
export function possibleSuccessors({ keys }: AuthServices, token: string): readonly string[] {
  return successorsOf(keys, token).map((successor) => `${refreshPrefix}${successor}`);
}

async function storeToken(
  { now }: AuthServices,
  client: PoolClient,
  kind: 'access' | 'refresh',
  token: string,
  { grantId, scopes }: TokenRights,
): Promise<void> {
  const at = now();
  const lifeMs = kind === 'access' ? accessSeconds * 1000 : refreshMs;
  await client.query(
    `insert into auth.oauth_tokens (token_hash, grant_id, kind, scopes, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [sha256(token), grantId, kind, scopes, at, new Date(at.getTime() + lifeMs)],
  );
}

export function storeRefreshToken(
  services: AuthServices,
  client: PoolClient,
  token: string,
  rights: TokenRights,
): Promise<void> {
  return storeToken(services, client, 'refresh', token, rights);
}

/** Issues an access token, and returns the response with it and the refresh token. */
export async function issueTokens(
  services: AuthServices,
  client: PoolClient,
  rights: TokenRights,
  refreshToken: string | null,
) {
  const token = makeAppToken();
  await storeToken(services, client, 'access', token, rights);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: accessSeconds,
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    scope: rights.scopes.join(' '),
  };
}

export type TokenResponse = Awaited<ReturnType<typeof issueTokens>>;
