import type { PoolClient } from 'pg';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { isReplaceable } from '#server/auth/accounts/claim-address.ts';
import { confirmEmailChange } from '#server/auth/mail/email-change.ts';
import { deleteOneTimeTokens, type OneTimeToken, type OneTimeTokenType } from './one-time-token.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { findUserById, isBanned, type UserRecord } from '#server/auth/accounts/user-record.ts';

/** Message after the first of the two links of an address change. */
export const firstLinkConfirmed =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const confirmation = ['confirmation_token'] as const;
const recovery = ['recovery_token'] as const;

/** Stored token types by the protocol's verification type. */
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
  if (types === undefined) throw invalid('Invalid email verification type');
  return types;
}

/** Marks the address as confirmed, on the user and on the identity. */
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
 * Deletes the password of an account whose address was never confirmed. Its owner asked for a
 * recovery, so a stranger may have set the password with the owner's address.
 */
async function clearUnprovenPassword(client: PoolClient, user: UserRecord): Promise<void> {
  await client.query('update auth.users set encrypted_password = null where id = $1', [user.id]);
}

/**
 * Completes the verification of a consumed token. Returns the user to sign in, or null if an
 * address change still needs the link of the other mail.
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
  // The address may have changed without the server, or while the link was being mailed.
  if (user.email !== token.relates_to) throw new AuthError('otp_expired');
  const isNew = user.email_confirmed_at === null;
  if (isNew) await confirmUser(services, client, user);
  if (isReplaceable(user) && token.token_type === 'recovery_token') {
    await clearUnprovenPassword(client, user);
  }
  await deleteOneTimeTokens(client, user.id);
  await recordAudit(client, context, isNew ? 'user_signedup' : 'login', user, {
    provider: 'email',
  });
  return user;
}
