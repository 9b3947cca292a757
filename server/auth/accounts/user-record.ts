import type { Pool, PoolClient } from 'pg';
import { AuthError } from '#server/auth/auth-error.ts';
import type { AuthServices } from '#server/auth/services.ts';

type Json = Record<string, unknown>;

/** A row of auth.users with the columns that this server uses. */
export interface UserRecord {
  readonly id: string;
  readonly aud: string;
  readonly role: string;
  readonly email: string | null;
  readonly encrypted_password: string | null;
  readonly email_confirmed_at: Date | null;
  readonly invited_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly email_change: string | null;
  readonly email_change_sent_at: Date | null;
  readonly email_change_confirm_status: number | null;
  readonly last_sign_in_at: Date | null;
  readonly raw_app_meta_data: Json | null;
  readonly raw_user_meta_data: Json | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly phone: string | null;
  readonly phone_confirmed_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly banned_until: Date | null;
  readonly deleted_at: Date | null;
  readonly is_anonymous: boolean;
  readonly identities: readonly IdentityRecord[];
  readonly factors: readonly FactorRecord[];
}

export interface IdentityRecord {
  readonly id: string;
  readonly provider_id: string;
  readonly user_id: string;
  readonly identity_data: Json;
  readonly provider: string;
  readonly last_sign_in_at: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly email: string | null;
}

export interface FactorRecord {
  readonly id: string;
  readonly friendly_name: string | null;
  readonly factor_type: string;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const columns = `
  u.id, u.aud, u.role, u.email, u.encrypted_password, u.email_confirmed_at, u.invited_at,
  u.confirmation_sent_at, u.recovery_sent_at, u.email_change, u.email_change_sent_at,
  u.email_change_confirm_status, u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data,
  u.created_at, u.updated_at, u.phone, u.phone_confirmed_at, u.confirmed_at, u.banned_until,
  u.deleted_at, u.is_anonymous,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', i.id, 'provider_id', i.provider_id, 'user_id', i.user_id,
      'identity_data', i.identity_data, 'provider', i.provider, 'email', i.email,
      'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at, 'updated_at', i.updated_at
    ) order by i.created_at)
    from auth.identities i where i.user_id = u.id), '[]') as identities,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
      'status', f.status, 'created_at', f.created_at, 'updated_at', f.updated_at
    ) order by f.created_at)
    from auth.mfa_factors f where f.user_id = u.id), '[]') as factors`;

type Queryable = Pick<Pool, 'query'> | PoolClient;

async function findOne(
  client: Queryable,
  condition: string,
  value: string,
): Promise<UserRecord | null> {
  const text = `select ${columns} from auth.users u where ${condition}`;
  const { rows } = await client.query<UserRecord>(text, [value]);
  return rows[0] ?? null;
}

export function findUserById(client: Queryable, id: string): Promise<UserRecord | null> {
  return findOne(client, 'u.id = $1 and u.deleted_at is null', id);
}

/** Returns a user, even one that was deleted softly. */
export function findAnyUserById(client: Queryable, id: string): Promise<UserRecord | null> {
  return findOne(client, 'u.id = $1', id);
}

/** A page of a list of users. `filter` matches part of the address or of the full name. */
interface UserPage {
  readonly offset: number;
  readonly limit: number;
  readonly filter: string;
  /** The order of creation. */
  readonly order: 'asc' | 'desc';
}

/** Returns a page of users and the total. */
export async function listUsers(
  client: Queryable,
  { offset, limit, filter, order }: UserPage,
): Promise<{ readonly users: readonly UserRecord[]; readonly total: number }> {
  const condition = `u.deleted_at is null and ($1 = '' or position(lower($1) in u.email) > 0
    or position(lower($1) in lower(u.raw_user_meta_data ->> 'full_name')) > 0)`;
  const counted = await client.query<{ total: number }>(
    `select count(*)::int as total from auth.users u where ${condition}`,
    [filter],
  );
  const { rows } = await client.query<UserRecord>(
    `select ${columns} from auth.users u where ${condition}
     order by u.created_at ${order}, u.id limit $2 offset $3`,
    [filter, limit, offset],
  );
  return { users: rows, total: counted.rows[0]?.total ?? 0 };
}

/** Finds a user by `email`, which must be in lower case, as it is stored. */
export function findUserByEmail(client: Queryable, email: string): Promise<UserRecord | null> {
  return findOne(client, 'u.email = $1 and u.is_sso_user = false and u.deleted_at is null', email);
}

/** Reads a user whom the request has found or written. They may have been deleted meanwhile. */
export async function reloadUser(client: Queryable, id: string): Promise<UserRecord> {
  const user = await findUserById(client, id);
  if (user === null) throw new AuthError('user_not_found');
  return user;
}

/** Records when a mail of a kind was last sent to a user. */
export async function markMailSent(
  { now }: AuthServices,
  client: Queryable,
  userId: string,
  column: 'recovery_sent_at' | 'reauthentication_sent_at',
): Promise<void> {
  await client.query(`update auth.users set ${column} = $2, updated_at = $2 where id = $1`, [
    userId,
    now(),
  ]);
}

export function isConfirmed(user: UserRecord): boolean {
  return user.email_confirmed_at !== null;
}

export function isBanned(user: UserRecord, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}
