import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { AuthError } from './auth-error.ts';
import { requireEmail } from './email-address.ts';
import { emailAppMetadata } from './new-account.ts';
import { forgetOneTimeTokens } from './one-time-token.ts';
import { requireStrongPassword } from './passwords.ts';
import { optionalData, optionalText, readBody } from './read-body.ts';
import type { AuthContext, AuthServices } from './services.ts';
import { mergeMetadata, requireSmallMetadata } from './user-metadata.ts';
import { findUserByEmail } from './user-record.ts';
import type { UserRecord } from './user-record.ts';

const body = v.object({
  id: optionalText,
  role: optionalText,
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: v.nullish(v.boolean(), false),
  user_metadata: optionalData,
  app_metadata: optionalData,
  ban_duration: optionalText,
});

/** What the secret key may say about an account. */
export interface AdminUserInput {
  readonly id: string;
  readonly role: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly confirm: boolean;
  readonly userMetadata: Readonly<Record<string, unknown>>;
  readonly appMetadata: Readonly<Record<string, unknown>>;
  /** Undefined leaves it as it is. */
  readonly bannedUntil: Date | null | undefined;
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** A duration as Go writes it, such as 24h or 1h30m. */
function parseDuration(text: string): number {
  if (!/^(\d+(\.\d+)?(ms|h|m|s))+$/.test(text)) {
    throw new AuthError('validation_failed', `invalid format for ban duration: "${text}"`);
  }
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g);
  return [...parts].reduce(
    (sum, [, count = '', unit = '']) => sum + Number(count) * (unitMs[unit] ?? 0),
    0,
  );
}

/** Dates end in the year 275760; a ban longer than a life is for ever. */
const longestBanMs = 200 * 365 * 24 * 3_600_000;

function readBan(text: string, now: Date): Date | null | undefined {
  if (text === '') return undefined;
  if (text === 'none') return null;
  return new Date(now.getTime() + Math.min(parseDuration(text), longestBanMs));
}

async function readPassword(
  { passwords }: AuthServices,
  given: v.InferOutput<typeof body>,
): Promise<string | null> {
  if (given.password !== '' && given.password_hash !== '') {
    throw new AuthError('validation_failed', 'Only a password or a password hash should be given');
  }
  if (given.password !== '') {
    requireStrongPassword(given.password);
    return passwords.hash(given.password);
  }
  if (given.password_hash === '') return null;
  if (!/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(given.password_hash)) {
    throw new AuthError('validation_failed', 'The password hash must be one of bcrypt');
  }
  return given.password_hash;
}

export async function readAdminUserInput(
  c: AuthContext,
  services: AuthServices,
): Promise<AdminUserInput> {
  const given = await readBody(c, body);
  if (given.phone !== '') throw new AuthError('phone_provider_disabled');
  if (!/^\w{0,63}$/.test(given.role)) {
    throw new AuthError('validation_failed', 'The role is not the name of a database role');
  }
  const userMetadata = given.user_metadata ?? {};
  const appMetadata = given.app_metadata ?? {};
  requireSmallMetadata(userMetadata);
  requireSmallMetadata(appMetadata);
  return {
    id: given.id,
    role: given.role,
    email: given.email === '' ? '' : requireEmail(given.email),
    passwordHash: await readPassword(services, given),
    confirm: given.email_confirm ?? false,
    userMetadata,
    appMetadata,
    bannedUntil: readBan(given.ban_duration, services.now()),
  };
}

async function changeAddress(
  client: PoolClient,
  user: UserRecord,
  email: string,
  now: Date,
): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [email]);
  if ((await findUserByEmail(client, email)) !== null) throw new AuthError('email_exists');
  await client.query(
    `update auth.users set email = $2::text, email_change = '', email_change_confirm_status = 0,
       updated_at = $3 where id = $1`,
    [user.id, email, now],
  );
  await client.query(
    `insert into auth.identities (id, provider_id, user_id, identity_data, provider,
       last_sign_in_at, created_at, updated_at)
     values (gen_random_uuid(), $1::text, $1::uuid,
       jsonb_build_object('sub', $1::text, 'email', $2::text, 'email_verified', false), 'email', $3, $3, $3)
     on conflict (provider_id, provider) do update set updated_at = excluded.updated_at,
       identity_data = auth.identities.identity_data || excluded.identity_data`,
    [user.id, email, now],
  );
  await forgetOneTimeTokens(client, user.id);
}

/** Writes what was given over an account, in one transaction with the rest of the request. */
export async function applyAdminUserInput(
  services: AuthServices,
  client: PoolClient,
  user: UserRecord,
  input: AdminUserInput,
): Promise<void> {
  const now = services.now();
  if (input.email !== '' && input.email !== user.email) {
    await changeAddress(client, user, input.email, now);
  }
  const isNamed = user.is_anonymous && input.email !== '';
  const appMetadata = mergeMetadata(
    { ...user.raw_app_meta_data, ...(isNamed ? emailAppMetadata : {}) },
    input.appMetadata,
  );
  const userMetadata = mergeMetadata(user.raw_user_meta_data, input.userMetadata);
  requireSmallMetadata(appMetadata);
  requireSmallMetadata(userMetadata);
  await client.query(
    `update auth.users set updated_at = $2, raw_app_meta_data = $3, raw_user_meta_data = $4,
       role = case when $5 = '' then role else $5 end,
       email_confirmed_at = case when $6 then coalesce(email_confirmed_at, $2) else email_confirmed_at end,
       encrypted_password = coalesce($7, encrypted_password),
       banned_until = case when $8 then $9 else banned_until end,
       is_anonymous = is_anonymous and not ($6 and $10)
     where id = $1`,
    [
      user.id,
      now,
      appMetadata,
      userMetadata,
      input.role,
      input.confirm,
      input.passwordHash,
      input.bannedUntil !== undefined,
      input.bannedUntil ?? null,
      isNamed,
    ],
  );
  if (input.confirm) {
    await client.query(
      `update auth.identities
       set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
       where user_id = $1 and provider = 'email'`,
      [user.id, now],
    );
  }
  if (input.passwordHash !== null) {
    await forgetOneTimeTokens(client, user.id);
    await client.query('delete from auth.sessions where user_id = $1', [user.id]);
  }
}
