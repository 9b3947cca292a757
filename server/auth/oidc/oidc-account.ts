import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { claimAddress } from '#server/auth/accounts/claim-address.ts';
import { requireEmail } from '#server/auth/mail/email-address.ts';
import { deleteOneTimeTokens } from '#server/auth/tokens/one-time-token.ts';
import type { ProviderClaims } from './oidc-provider.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { findUserById, isBanned, reloadUser } from '#server/auth/accounts/user-record.ts';
import type { UserRecord } from '#server/auth/accounts/user-record.ts';

type Metadata = Readonly<Record<string, unknown>>;

function identityData(claims: ProviderClaims, email: string | null): Metadata {
  return {
    sub: claims.sub,
    provider_id: claims.sub,
    ...(email === null ? {} : { email, email_verified: claims.emailVerified }),
    ...(claims.name === null ? {} : { name: claims.name, full_name: claims.name }),
    ...(claims.picture === null ? {} : { picture: claims.picture, avatar_url: claims.picture }),
  };
}

/** Truncates the name and drops a long picture URL, because every token contains them. */
function shortenClaims({ name, picture, ...claims }: ProviderClaims): ProviderClaims {
  return {
    ...claims,
    name: name === null ? null : Array.from(name).slice(0, 200).join(''),
    picture: picture !== null && picture.length <= 2048 ? picture : null,
  };
}

async function insertUser(
  client: PoolClient,
  account: {
    readonly email: string;
    readonly provider: string;
    readonly data: Metadata;
    readonly at: Date;
  },
): Promise<string> {
  const id = randomUUID();
  const { email, provider, data, at } = account;
  await client.query(
    `insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at,
       raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
       confirmation_token, recovery_token, email_change_token_new, email_change)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3,
       $4, $5, $3, $3, '', '', '', '')`,
    [id, email, at, { provider, providers: [provider] }, data],
  );
  return id;
}

/**
 * Confirms the address of an account that never proved it. Anybody may have entered the address, so
 * the password, sessions, factors and mailed links are deleted.
 */
async function resetUnprovenAccount(client: PoolClient, user: UserRecord, at: Date): Promise<void> {
  await client.query(
    `update auth.users set email_confirmed_at = $2, encrypted_password = null where id = $1`,
    [user.id, at],
  );
  await deleteOneTimeTokens(client, user.id);
  await client.query('delete from auth.sessions where user_id = $1', [user.id]);
  await client.query('delete from auth.mfa_factors where user_id = $1', [user.id]);
}

/** Returns the id of the account with the provider's verified address, or of a new one. */
async function findOrCreateByEmail(
  services: AuthServices,
  c: AuthContext,
  client: PoolClient,
  claims: ProviderClaims,
  provider: string,
): Promise<string> {
  if (claims.email === null || !claims.emailVerified) {
    throw new AuthError('provider_email_needs_verification');
  }
  const email = requireEmail(claims.email);
  const at = services.now();
  const { existing } = await claimAddress(client, email);
  if (existing === null) {
    if (!services.config.SIGN_UP) throw new AuthError('signup_disabled');
    const data = identityData(claims, email);
    const id = await insertUser(client, { email, provider, data, at });
    await recordAudit(client, c, 'user_signedup', { id, email }, { provider });
    return id;
  }
  // If sign-ups are not confirmed, the account's address does not prove who created it.
  if (!services.config.CONFIRM_EMAIL) throw new AuthError('user_already_exists');
  if (existing.email_confirmed_at === null) await resetUnprovenAccount(client, existing, at);
  await client.query(
    `update auth.users set updated_at = $2, raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
       || jsonb_build_object('providers',
         coalesce(raw_app_meta_data -> 'providers', '[]') || to_jsonb($3::text))
     where id = $1`,
    [existing.id, at, provider],
  );
  return existing.id;
}

/**
 * Returns the user whom the provider's claims sign in, by the provider's identity. A new identity
 * is linked to an existing account only by an address that the provider has verified.
 */
export async function findProviderAccount(
  services: AuthServices,
  c: AuthContext,
  client: PoolClient,
  rawClaims: ProviderClaims,
  provider: string,
): Promise<UserRecord> {
  const claims = shortenClaims(rawClaims);
  const at = services.now();
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 8))', [
    `${provider} ${claims.sub}`,
  ]);
  const identity = await client.query<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [provider, claims.sub],
  );
  const userId =
    identity.rows[0]?.user_id ?? (await findOrCreateByEmail(services, c, client, claims, provider));
  await client.query(
    `insert into auth.identities (id, provider_id, user_id, identity_data, provider,
       last_sign_in_at, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $5, $5)
     on conflict (provider_id, provider) do update set
       identity_data = excluded.identity_data, last_sign_in_at = $5, updated_at = $5`,
    [claims.sub, userId, identityData(claims, claims.email?.toLowerCase() ?? null), provider, at],
  );
  const user = await findUserById(client, userId);
  if (user === null) throw new AuthError('user_not_found');
  if (isBanned(user, at)) throw new AuthError('user_banned');
  await recordAudit(client, c, 'login', user, { provider });
  return reloadUser(client, userId);
}
