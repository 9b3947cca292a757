import type { PoolClient } from 'pg';
import { AuthError } from '#server/auth/auth-error.ts';
import { findUserByEmail, type UserRecord } from './user-record.ts';

/**
 * Whether a new sign-up for the address may replace this account. It may if the account was
 * self-registered, never confirmed and never signed in to. Otherwise a stranger could sign up with
 * another person's address, and its owner would confirm the stranger's password. An account that an
 * administrator created (without a confirmation mail) or invited stays.
 */
export function isReplaceable(user: UserRecord): boolean {
  const wasEntered = user.email_confirmed_at !== null || user.last_sign_in_at !== null;
  return !wasEntered && user.confirmation_sent_at !== null && user.invited_at === null;
}

interface Claim {
  /** The account that has the address. */
  readonly existing: UserRecord | null;
  /** Whether a replaceable account was deleted. */
  readonly replaced: boolean;
}

/** Locks the address until the transaction ends, so that only one account can get it. */
async function lockAddress(client: PoolClient, email: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [email]);
}

/** Locks the address and refuses if an account has it. */
export async function lockFreeAddress(client: PoolClient, email: string): Promise<void> {
  await lockAddress(client, email);
  if ((await findUserByEmail(client, email)) !== null) throw new AuthError('email_exists');
}

/** Locks the address and deletes a replaceable account that has it. */
export async function claimAddress(client: PoolClient, email: string): Promise<Claim> {
  await lockAddress(client, email);
  const existing = await findUserByEmail(client, email);
  if (existing === null || !isReplaceable(existing)) return { existing, replaced: false };
  await client.query('delete from auth.users where id = $1', [existing.id]);
  return { existing: null, replaced: true };
}
