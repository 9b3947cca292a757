import type { PoolClient } from 'pg';
import { newAddressMail, oldAddressMail } from '#server/mail/letters.ts';
import { linkLetter } from './action-link.ts';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { beginFlow } from '#server/auth/tokens/flow-state.ts';
import {
  deleteOneTimeTokens,
  makeOneTimeSecret,
  storeOneTimeToken,
  type OneTimeToken,
} from '#server/auth/tokens/one-time-token.ts';
import type { MailRequest } from './mail-request.ts';
import { sendMail } from './send-mail.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { lockFreeAddress } from '#server/auth/accounts/claim-address.ts';
import type { UserRecord } from '#server/auth/accounts/user-record.ts';

/** Value of `email_change_confirm_status` after one of the two addresses has confirmed. */
const oneConfirmed = 1;

/**
 * Mails a link to the old and to the new address. The address changes when both links were opened.
 * An account without an address only gets the link to the new one.
 */
export async function requestEmailChange(
  services: AuthServices,
  user: UserRecord,
  change: Omit<MailRequest, 'email'> & { readonly newEmail: string },
): Promise<void> {
  const { newEmail, redirectTo, challenge } = change;
  const oldEmail = user.email;
  const link = { type: 'email_change', redirectTo } as const;
  const forOld = makeOneTimeSecret(challenge !== null);
  const forNew = makeOneTimeSecret(challenge !== null);
  await inTransaction(services.database.auth, async (client) => {
    const flow = { userId: user.id, method: 'otp', challenge } as const;
    const flowStateId = await beginFlow(services, client, flow);
    const shared = { userId: user.id, flowStateId } as const;
    await client.query(
      `update auth.users set email_change = $2, email_change_sent_at = $3,
         email_change_confirm_status = 0, updated_at = $3 where id = $1`,
      [user.id, newEmail, services.now()],
    );
    if (oldEmail !== null) {
      await storeOneTimeToken(services, client, {
        ...shared,
        type: 'email_change_token_current',
        email: oldEmail,
        secret: forOld,
      });
    }
    await storeOneTimeToken(services, client, {
      ...shared,
      type: 'email_change_token_new',
      email: newEmail,
      secret: forNew,
    });
  });
  if (oldEmail !== null) {
    const toOld = linkLetter(services, oldEmail, forOld, link);
    await sendMail(services, 'email change', oldAddressMail(toOld, newEmail), newEmail);
  }
  await sendMail(
    services,
    'email change',
    newAddressMail(linkLetter(services, newEmail, forNew, link)),
  );
}

/** Converts an anonymous account into a regular one with its first address. */
async function convertAnonymousUser(
  client: PoolClient,
  userId: string,
  email: string,
  at: Date,
): Promise<void> {
  await client.query(
    `update auth.users set is_anonymous = false, email_confirmed_at = $2,
       raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
         || '{"provider": "email", "providers": ["email"]}',
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
         || jsonb_build_object('sub', $1::text, 'email_verified', true)
     where id = $1::uuid`,
    [userId, at],
  );
  await client.query(
    `insert into auth.identities (id, provider_id, user_id, identity_data, provider,
       last_sign_in_at, created_at, updated_at)
     values (gen_random_uuid(), $1::text, $1::uuid,
       jsonb_build_object('sub', $1::text, 'email', $2::text, 'email_verified', true), 'email', $3, $3, $3)`,
    [userId, email, at],
  );
}

/** Records that one of the two links was opened. Returns null while the other one is missing. */
export async function confirmEmailChange(
  services: AuthServices,
  context: AuthContext,
  client: PoolClient,
  user: UserRecord,
  token: OneTimeToken,
): Promise<UserRecord | null> {
  const newEmail = user.email_change ?? '';
  if (newEmail === '') throw new AuthError('otp_expired');
  const { rows } = await client.query<{ agreed: number }>(
    `update auth.users set email_change_confirm_status = email_change_confirm_status + 1
     where id = $1 returning email_change_confirm_status as agreed`,
    [token.user_id],
  );
  if (user.email !== null && rows[0]?.agreed === oneConfirmed) return null;
  await changeAddress(services, context, client, user, newEmail);
  return user;
}

/** Sets the account's new address. An anonymous account becomes a regular one. */
export async function changeAddress(
  services: AuthServices,
  context: AuthContext,
  client: PoolClient,
  user: UserRecord,
  newEmail: string,
): Promise<void> {
  await lockFreeAddress(client, newEmail);
  await client.query(
    `update auth.users set email = $2::text, email_change = '', email_change_confirm_status = 0,
       updated_at = $3,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', $2::text)
     where id = $1`,
    [user.id, newEmail, services.now()],
  );
  await client.query(
    `update auth.identities set updated_at = $3,
       identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true)
     where user_id = $1 and provider = 'email'`,
    [user.id, newEmail, services.now()],
  );
  if (user.email === null) await convertAnonymousUser(client, user.id, newEmail, services.now());
  await deleteOneTimeTokens(client, user.id);
  await recordAudit(client, context, 'user_modified', user, { change: 'email' });
}
