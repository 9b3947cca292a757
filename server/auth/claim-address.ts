import type { PoolClient } from 'pg';
import { findUserByEmail } from './user-record.ts';
import type { UserRecord } from './user-record.ts';

/**
 * An account that somebody signed up for and that nobody ever got into gives way to a new sign-up
 * for its address: otherwise whoever came first with a foreign address would have chosen the
 * password that its owner confirms. What an administrator made stays.
 */
export function givesWay(user: UserRecord): boolean {
  const wasEntered = user.email_confirmed_at !== null || user.last_sign_in_at !== null;
  return !wasEntered && user.confirmation_sent_at !== null && user.invited_at === null;
}

interface Claim {
  /** The account that keeps the address. */
  readonly known: UserRecord | null;
  /** Whether an account was removed that nobody ever got into. */
  readonly gaveWay: boolean;
}

/** Whoever holds the lock decides alone about the address until the transaction ends. */
export async function claimAddress(client: PoolClient, email: string): Promise<Claim> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [email]);
  const known = await findUserByEmail(client, email);
  if (known === null || !givesWay(known)) return { known, gaveWay: false };
  await client.query('delete from auth.users where id = $1', [known.id]);
  return { known: null, gaveWay: true };
}
