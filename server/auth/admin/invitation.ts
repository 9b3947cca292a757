import type { PoolClient } from 'pg';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { claimAddress } from '#server/auth/accounts/claim-address.ts';
import { insertAccount, newAccount } from '#server/auth/accounts/new-account.ts';
import {
  makeOneTimeSecret,
  storeOneTimeToken,
  type OneTimeSecret,
  type OneTimeTokenType,
} from '#server/auth/tokens/one-time-token.ts';
import { adminSubject } from './require-admin.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { isConfirmed, reloadUser, type UserRecord } from '#server/auth/accounts/user-record.ts';

export interface Invitation {
  readonly user: UserRecord;
  readonly secret: OneTimeSecret;
}

/** Stores a new mail secret of an account, for a link that the secret key makes. */
export async function issueToken(
  services: AuthServices,
  client: PoolClient,
  userId: string,
  type: OneTimeTokenType,
  email: string,
): Promise<Invitation> {
  const secret = makeOneTimeSecret(false);
  await storeOneTimeToken(services, client, { userId, type, email, secret });
  return { user: await reloadUser(client, userId), secret };
}

/** Creates an account for an address, or finds its unconfirmed one. Stores a new mail secret. */
export async function inviteAddress(
  services: AuthServices,
  c: AuthContext,
  client: PoolClient,
  email: string,
  data: Readonly<Record<string, unknown>>,
): Promise<Invitation> {
  const { existing } = await claimAddress(client, email);
  if (existing !== null && isConfirmed(existing)) throw new AuthError('email_exists');
  const account = newAccount(services, { email, data, createdBy: 'administrator' });
  if (existing === null) await insertAccount(client, account);
  const { id } = existing ?? account;
  await client.query(
    `update auth.users set invited_at = $2, confirmation_sent_at = $2, updated_at = $2 where id = $1`,
    [id, account.createdAt],
  );
  await recordAudit(client, c, 'user_invited', adminSubject, { user_id: id, user_email: email });
  return issueToken(services, client, id, 'confirmation_token', email);
}
