import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { confirmationMail, magicLinkMail } from '#server/mail/letters.ts';
import { linkLetter } from '#server/auth/mail/action-link.ts';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { claimAddress } from '#server/auth/accounts/claim-address.ts';
import { mailRequestFields, readMailRequest } from '#server/auth/mail/mail-request.ts';
import type { MailRequest } from '#server/auth/mail/mail-request.ts';
import { beginFlow } from '#server/auth/tokens/flow-state.ts';
import { countMail } from '#server/auth/limits/mail-limits.ts';
import { insertAccount, newAccount } from '#server/auth/accounts/new-account.ts';
import { makeOneTimeSecret, storeOneTimeToken } from '#server/auth/tokens/one-time-token.ts';
import { optionalData, optionalText, readBody } from '#server/auth/read-body.ts';
import { refuseUnknownApiKey } from '#server/auth/tokens/require-session.ts';
import { requireMailServer, sendMailWithRetries } from '#server/auth/mail/send-mail.ts';
import type { AuthContext, AuthHandler, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { requireSmallMetadata } from '#server/auth/accounts/user-metadata.ts';
import { isBanned, markMailSent, reloadUser } from '#server/auth/accounts/user-record.ts';
import type { UserRecord } from '#server/auth/accounts/user-record.ts';

const body = v.object({
  ...mailRequestFields,
  phone: optionalText,
  create_user: v.nullish(v.boolean(), true),
  data: optionalData,
});

interface OtpRequest extends MailRequest {
  readonly createUser: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Returns the user whom the mail signs in, or null. Replaces an account that was never confirmed:
 * a stranger may have created it with this address and a password of their own.
 */
async function findOrCreate(
  c: AuthContext,
  services: AuthServices,
  client: PoolClient,
  request: OtpRequest,
): Promise<UserRecord | null> {
  const claim = await claimAddress(client, request.email);
  if (claim.existing !== null) return claim.existing;
  if (!request.createUser && !claim.replaced) return null;
  const { email, data } = request;
  const account = newAccount(services, { email, data, createdBy: 'person' });
  await insertAccount(client, account);
  const user = await reloadUser(client, account.id);
  await recordAudit(client, c, 'user_confirmation_requested', user, { provider: 'email' });
  return user;
}

async function sendLink(
  c: AuthContext,
  services: AuthServices,
  request: OtpRequest,
): Promise<void> {
  const { email, redirectTo, challenge } = request;
  const secret = makeOneTimeSecret(challenge !== null);
  const type = await inTransaction(services.database.auth, async (client) => {
    const user = await findOrCreate(c, services, client, request);
    if (user === null || isBanned(user, services.now())) return null;
    const isNew = user.email_confirmed_at === null;
    const method = isNew ? 'email/signup' : 'magiclink';
    if (!isNew) {
      await recordAudit(client, c, 'user_recovery_requested', user, { method });
      await markMailSent(services, client, user.id, 'recovery_sent_at');
    }
    await storeOneTimeToken(services, client, {
      userId: user.id,
      type: isNew ? 'confirmation_token' : 'recovery_token',
      email,
      secret,
      flowStateId: await beginFlow(services, client, { userId: user.id, method, challenge }),
    });
    return isNew ? 'signup' : 'magiclink';
  });
  if (type === null) return;
  const letter = linkLetter(services, email, secret, { type, redirectTo });
  await sendMailWithRetries(
    services,
    type === 'signup' ? confirmationMail(letter) : magicLinkMail(letter),
  );
}

/** Mails a sign-in link and code. The response is the same with and without an account. */
const sendOtp: AuthHandler = async (c, services) => {
  await refuseUnknownApiKey(c, services);
  const input = await readBody(c, body);
  if (input.phone !== '') {
    throw new AuthError('phone_provider_disabled', 'Unsupported phone provider');
  }
  if (input.email === '') throw invalid('One of email or phone must be set');
  const { data } = input;
  requireSmallMetadata(data);
  const request: OtpRequest = {
    ...readMailRequest(c, services, input),
    // With sign-ups closed, an unknown address gets no mail. An error would reveal who has an
    // account.
    createUser: services.config.SIGN_UP && input.create_user,
    data,
  };
  await countMail(c, services, request.email, 'magic link');
  await requireMailServer(services, 'magic link', request.email);
  services.background.start('otp', () => sendLink(c, services, request));
  return c.json({});
};

export const otp: AuthRoute = { method: 'POST', path: '/otp', handle: sendOtp };

/** The path of {@link otp} in older clients. */
export const magicLink: AuthRoute = { method: 'POST', path: '/magiclink', handle: sendOtp };
