import type { PoolClient } from 'pg';
import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { givesWay } from './claim-address.ts';
import { confirmEmailChange } from './email-change.ts';
import { forgetOneTimeTokens } from './one-time-token.ts';
import type { OneTimeToken, OneTimeTokenType } from './one-time-token.ts';
import type { AuthContext, AuthServices } from './services.ts';
import { findUserById, isBanned } from './user-record.ts';
import type { UserRecord } from './user-record.ts';

const confirmation = ['confirmation_token'] as const;
const recovery = ['recovery_token'] as const;

/** Which stored tokens a verification of the protocol may use. */
const tokenTypes: Readonly<Record<string, readonly OneTimeTokenType[]>> = {
  signup: confirmation,
  invite: confirmation,
  recovery,
  magiclink: recovery,
  email: [...confirmation, ...recovery],
  email_change: ['email_change_token_new', 'email_change_token_current'],
};

export function tokenTypesOf(verificationType: string): readonly OneTimeTokenType[] {
  const types = Object.hasOwn(tokenTypes, verificationType)
    ? tokenTypes[verificationType]
    : undefined;
  if (types === undefined) {
    throw new AuthError('validation_failed', 'Invalid email verification type');
  }
  return types;
}

/** Marks the address as proven, on the user and on the identity. */
async function confirmUser(
  services: AuthServices,
  client: PoolClient,
  user: UserRecord,
): Promise<void> {
  await client.query(
    `update auth.users set email_confirmed_at = $2, updated_at = $2, confirmation_token = '',
       is_anonymous = false,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
     where id = $1`,
    [user.id, services.now()],
  );
  await client.query(
    `update auth.identities
     set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
     where user_id = $1 and provider = 'email'`,
    [user.id, services.now()],
  );
}

/**
 * Who asks for a recovery does not know of a password; where the address was not proven before, it
 * may be that of somebody who signed up with a foreign address.
 */
async function forgetUnprovenPassword(client: PoolClient, user: UserRecord): Promise<void> {
  await client.query('update auth.users set encrypted_password = null where id = $1', [user.id]);
}

/**
 * Does what a token was sent for, after it was taken out of the store. The user may then be signed
 * in; null when a change of address still waits for the other mail.
 */
export async function completeVerification(
  services: AuthServices,
  context: AuthContext,
  client: PoolClient,
  token: OneTimeToken,
): Promise<UserRecord | null> {
  const user = await findUserById(client, token.user_id);
  if (user === null) throw new AuthError('otp_expired');
  if (isBanned(user, services.now())) throw new AuthError('user_banned');
  if (
    token.token_type === 'email_change_token_new' ||
    token.token_type === 'email_change_token_current'
  ) {
    return confirmEmailChange(services, context, client, user, token);
  }
  const isNew = user.email_confirmed_at === null;
  if (isNew) await confirmUser(services, client, user);
  if (givesWay(user) && token.token_type === 'recovery_token') {
    await forgetUnprovenPassword(client, user);
  }
  await forgetOneTimeTokens(client, user.id);
  await recordAudit(client, context, isNew ? 'user_signedup' : 'login', user, {
    provider: 'email',
  });
  return user;
}
