import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { AuthServices } from '#server/auth/services.ts';
import type { UserRecord } from './user-record.ts';

export interface NewAccount {
  readonly id: string;
  readonly identityId: string;
  readonly email: string;
  /** Null for an account that only mailed links sign in to. */
  readonly passwordHash: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** Whether the address counts as confirmed from the start. */
  readonly confirmed: boolean;
  /**
   * A person signs up. An administrator creates accounts for others and sets all their metadata.
   */
  readonly createdBy: 'person' | 'administrator';
}

/** Returns an account to insert. By default it's unconfirmed and has no password or metadata. */
export function newAccount(
  { now }: AuthServices,
  account: Pick<NewAccount, 'email' | 'createdBy'> & Partial<NewAccount>,
): NewAccount {
  return {
    id: randomUUID(),
    identityId: randomUUID(),
    passwordHash: null,
    data: {},
    createdAt: now(),
    confirmed: false,
    ...account,
  };
}

function identityClaims({ id, email, confirmed }: NewAccount) {
  return { sub: id, email, email_verified: confirmed, phone_verified: false };
}

/**
 * Builds the metadata of the user and of the identity, as GoTrue does. After a sign-up both hold
 * the person's data and the identity claims.
 */
function buildMetadata(account: NewAccount) {
  const { data, confirmed, createdBy } = account;
  if (createdBy === 'person') {
    const combined = { ...data, ...identityClaims(account) };
    return { userData: combined, identityData: combined };
  }
  const proven = confirmed ? { email_verified: true } : {};
  return { userData: { ...data, ...proven }, identityData: identityClaims(account) };
}

/** Returns when the confirmation is mailed; null when none is needed. */
function confirmationSentAt({ confirmed, createdBy, createdAt }: NewAccount): Date | null {
  return confirmed || createdBy === 'administrator' ? null : createdAt;
}

/** App metadata of an account that signs in by e-mail. */
export const emailAppMetadata = { provider: 'email', providers: ['email'] };

/** Inserts a user and their e-mail identity. */
export async function insertAccount(client: PoolClient, account: NewAccount): Promise<void> {
  const { id, email, passwordHash, createdAt, confirmed } = account;
  const metadata = buildMetadata(account);
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
      metadata.userData,
      createdAt,
    ],
  );
  await client.query(
    `insert into auth.identities (id, provider_id, user_id, identity_data, provider,
       last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, 'email', $5, $5, $5)`,
    [account.identityId, id, id, metadata.identityData, createdAt],
  );
}

/**
 * Returns the account as it is right after creation. It is the response to every sign-up, whether
 * or not an account was created. A record read from the database would reveal the difference,
 * because jsonb reorders keys.
 */
export function describeNewAccount(account: NewAccount): UserRecord {
  const { id, email, createdAt } = account;
  const metadata = buildMetadata(account);
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
    raw_user_meta_data: metadata.userData,
    created_at: createdAt,
    updated_at: createdAt,
    phone: null,
    phone_confirmed_at: null,
    confirmed_at: null,
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
    identities: [
      {
        id: account.identityId,
        provider_id: id,
        user_id: id,
        identity_data: metadata.identityData,
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
