import type { PoolClient } from 'pg';
import type { UserRecord } from './user-record.ts';

export interface NewAccount {
  readonly id: string;
  readonly identityId: string;
  readonly email: string;
  /** Null for an account that is entered by mailed links alone. */
  readonly passwordHash: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** Whether the address counts as proven from the start. */
  readonly confirmed: boolean;
  /** A person signs up; an administrator makes accounts for others, whose metadata they choose alone. */
  readonly madeBy: 'person' | 'administrator';
}

function claimsOf({ id, email, confirmed }: NewAccount) {
  return { sub: id, email, email_verified: confirmed, phone_verified: false };
}

/** As in GoTrue: who signs up finds what they said in both places, beside what is known of them. */
function metadataOf(account: NewAccount) {
  const { data, confirmed, madeBy } = account;
  if (madeBy === 'person') {
    const both = { ...data, ...claimsOf(account) };
    return { ofUser: both, ofIdentity: both };
  }
  const proven = confirmed ? { email_verified: true } : {};
  return { ofUser: { ...data, ...proven }, ofIdentity: claimsOf(account) };
}

/** When a confirmation was mailed: to who signed up, unless none is needed. */
function confirmationSentAt({ confirmed, madeBy, createdAt }: NewAccount): Date | null {
  return confirmed || madeBy === 'administrator' ? null : createdAt;
}

/** How somebody signs in who has an address. */
export const emailAppMetadata = { provider: 'email', providers: ['email'] };

/** Writes a user and the identity that goes with it. */
export async function insertAccount(client: PoolClient, account: NewAccount): Promise<void> {
  const { id, email, passwordHash, createdAt, confirmed } = account;
  const metadata = metadataOf(account);
  await client.query(
    `insert into auth.users (
       instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
       confirmation_sent_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
       confirmation_token, recovery_token, email_change_token_new, email_change)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3,
       $4, $5, $6, $7, $8, $8, '', '', '', '')`,
    [
      id,
      email,
      passwordHash,
      confirmed ? createdAt : null,
      confirmationSentAt(account),
      emailAppMetadata,
      metadata.ofUser,
      createdAt,
    ],
  );
  await client.query(
    `insert into auth.identities (id, provider_id, user_id, identity_data, provider,
       last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, 'email', $5, $5, $5)`,
    [account.identityId, id, id, metadata.ofIdentity, createdAt],
  );
}

/**
 * An account as it looks right after it was made: the answer to a sign-up, whether or not it made
 * one. Reading it back would tell the two apart, since jsonb orders keys in its own way.
 */
export function describeNewAccount(account: NewAccount): UserRecord {
  const { id, email, createdAt } = account;
  const metadata = metadataOf(account);
  const at = createdAt.toISOString();
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: confirmationSentAt(account),
    recovery_sent_at: null,
    email_change: '',
    email_change_sent_at: null,
    email_change_confirm_status: 0,
    last_sign_in_at: null,
    raw_app_meta_data: emailAppMetadata,
    raw_user_meta_data: metadata.ofUser,
    created_at: createdAt,
    updated_at: createdAt,
    phone: null,
    phone_confirmed_at: null,
    confirmed_at: null,
    banned_until: null,
    is_anonymous: false,
    identities: [
      {
        id: account.identityId,
        provider_id: id,
        user_id: id,
        identity_data: metadata.ofIdentity,
        provider: 'email',
        last_sign_in_at: at,
        created_at: at,
        updated_at: at,
        email,
      },
    ],
    factors: [],
  };
}
