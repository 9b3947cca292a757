import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { requireEmail } from '#server/auth/mail/email-address.ts';
import { emailAppMetadata } from '#server/auth/accounts/new-account.ts';
import { deleteOneTimeTokens } from '#server/auth/tokens/one-time-token.ts';
import { requireStrongPassword } from '#server/auth/accounts/passwords.ts';
import { optionalData, optionalText, readBody } from '#server/auth/read-body.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { mergeMetadata, requireSmallMetadata } from '#server/auth/accounts/user-metadata.ts';
import { lockFreeAddress } from '#server/auth/accounts/claim-address.ts';
import type { UserRecord } from '#server/auth/accounts/user-record.ts';

const body = v.object({
  id: optionalText,
  aud: optionalText,
  role: optionalText,
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string()),
  password_hash: optionalText,
  email_confirm: v.nullish(v.boolean(), false),
  phone_confirm: v.nullish(v.boolean(), false),
  user_metadata: optionalData,
  app_metadata: optionalData,
  ban_duration: optionalText,
});

/** Account fields that the secret key may set. */
export interface AdminUserInput {
  readonly id: string;
  readonly role: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly confirm: boolean;
  readonly userMetadata: Readonly<Record<string, unknown>>;
  readonly appMetadata: Readonly<Record<string, unknown>>;
  /** Undefined leaves the ban unchanged. */
  readonly bannedUntil: Date | null | undefined;
}

const unitMs: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  ns: 1e-6,
};

/** Parses a duration in Go's format, such as 24h or 1h30m, into milliseconds. */
function parseDuration(text: string): number {
  // The micro sign and the Greek letter look the same.
  const duration = text.replaceAll(/[µμ]s/g, 'us');
  if (!/^(\d+(\.\d+)?([mun]s|h|m|s))+$/.test(duration)) {
    throw invalid(`invalid format for ban duration: "${text}"`);
  }
  const parts = duration.matchAll(/(\d+(?:\.\d+)?)([mun]s|h|m|s)/g);
  return [...parts].reduce(
    (sum, [, count = '', unit = '']) => sum + Number(count) * (unitMs[unit] ?? 0),
    0,
  );
}

/** Limit of a ban: JavaScript dates end in the year 275760. */
const longestBanMs = 200 * 365 * 24 * 3_600_000;

function readBan(text: string, now: Date): Date | null | undefined {
  if (text === '') return undefined;
  if (text === 'none') return null;
  return new Date(now.getTime() + Math.min(parseDuration(text), longestBanMs));
}

/** Administrators share the threads that hash passwords as one caller. */
export const administrators = 'administrators';

async function readPassword(
  { passwords, passwordRules }: AuthServices,
  fields: v.InferOutput<typeof body>,
  isNew: boolean,
): Promise<string | null> {
  // An account may be created without a password, but an empty one is none to change to.
  const password = isNew ? fields.password || null : (fields.password ?? null);
  if (password !== null && fields.password_hash !== '') {
    throw invalid('Only a password or a password hash should be given');
  }
  if (password !== null) {
    requireStrongPassword(password, passwordRules);
    return passwords.hash(password, administrators);
  }
  if (fields.password_hash === '') return null;
  if (!/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(fields.password_hash)) {
    throw invalid('The password hash must be one of bcrypt');
  }
  return fields.password_hash;
}

export async function readAdminUserInput(
  c: AuthContext,
  services: AuthServices,
  { isNew }: { readonly isNew: boolean },
): Promise<AdminUserInput> {
  const fields = await readBody(c, body);
  if (fields.phone !== '' || fields.phone_confirm) {
    throw new AuthError('phone_provider_disabled');
  }
  if (isNew && !['', 'authenticated'].includes(fields.aud)) {
    throw invalid('The only audience of accounts is authenticated');
  }
  if (!/^\w{0,63}$/.test(fields.role)) throw invalid('The role is not the name of a database role');
  const { user_metadata: userMetadata, app_metadata: appMetadata } = fields;
  requireSmallMetadata(userMetadata);
  requireSmallMetadata(appMetadata);
  return {
    id: fields.id,
    role: fields.role,
    email: fields.email === '' ? '' : requireEmail(fields.email),
    passwordHash: await readPassword(services, fields, isNew),
    confirm: fields.email_confirm,
    userMetadata,
    appMetadata,
    bannedUntil: readBan(fields.ban_duration, services.now()),
  };
}

async function changeAddress(
  client: PoolClient,
  user: UserRecord,
  email: string,
  now: Date,
): Promise<void> {
  await lockFreeAddress(client, email);
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
  await deleteOneTimeTokens(client, user.id);
}

/** Updates an account with the input, in the transaction of `client`. */
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
    await deleteOneTimeTokens(client, user.id);
    await client.query('delete from auth.sessions where user_id = $1', [user.id]);
  }
}
