import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { claimAddress } from './claim-address.ts';
import { insertAccount } from './new-account.ts';
import { makeOneTimeSecret, storeOneTimeToken } from './one-time-token.ts';
import type { OneTimeSecret } from './one-time-token.ts';
import { adminSubject } from './require-admin.ts';
import type { AuthContext, AuthServices } from './services.ts';
import { reloadUser } from './user-record.ts';
import type { UserRecord } from './user-record.ts';

export interface Invitation {
  readonly user: UserRecord;
  readonly secret: OneTimeSecret;
}

/** Makes an account for an address, or finds one that was invited before, and what its mail carries. */
export async function inviteAddress(
  services: AuthServices,
  c: AuthContext,
  client: PoolClient,
  email: string,
  data: Readonly<Record<string, unknown>>,
): Promise<Invitation> {
  const { known } = await claimAddress(client, email);
  if (known !== null && known.email_confirmed_at !== null) throw new AuthError('email_exists');
  const id = known?.id ?? randomUUID();
  const now = services.now();
  if (known === null) {
    await insertAccount(client, {
      id,
      identityId: randomUUID(),
      email,
      passwordHash: null,
      data,
      createdAt: now,
      confirmed: false,
      madeBy: 'administrator',
    });
  }
  await client.query(
    `update auth.users set invited_at = $2, confirmation_sent_at = $2, updated_at = $2 where id = $1`,
    [id, now],
  );
  const secret = makeOneTimeSecret(false);
  await storeOneTimeToken(services, client, {
    userId: id,
    type: 'confirmation_token',
    email,
    secret,
    flowStateId: null,
  });
  await recordAudit(client, c, 'user_invited', adminSubject, { user_id: id, user_email: email });
  return { user: await reloadUser(client, id), secret };
}
