import * as v from 'valibot';
import { confirmationMail } from '#server/mail/letters.ts';
import { linkLetter } from '#server/auth/mail/action-link.ts';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { requestEmailChange } from '#server/auth/mail/email-change.ts';
import { mailRequestFields, readMailRequest } from '#server/auth/mail/mail-request.ts';
import type { MailRequest } from '#server/auth/mail/mail-request.ts';
import { beginFlow } from '#server/auth/tokens/flow-state.ts';
import { countMail } from '#server/auth/limits/mail-limits.ts';
import { makeOneTimeSecret, storeOneTimeToken } from '#server/auth/tokens/one-time-token.ts';
import { optionalText, readBody } from '#server/auth/read-body.ts';
import { refuseUnknownApiKey } from '#server/auth/tokens/require-session.ts';
import { requireMailServer, sendMailWithRetries } from '#server/auth/mail/send-mail.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { findUserByEmail, isConfirmed } from '#server/auth/accounts/user-record.ts';

const body = v.object({ ...mailRequestFields, type: optionalText, phone: optionalText });

/** Mails the confirmation again, to an account that is not confirmed yet. */
async function resendConfirmation(c: AuthContext, services: AuthServices, request: MailRequest) {
  const { email, redirectTo, challenge } = request;
  const user = await findUserByEmail(services.database.auth, email);
  if (user === null || isConfirmed(user)) return;
  const secret = makeOneTimeSecret(challenge !== null);
  await inTransaction(services.database.auth, async (client) => {
    const method = 'email/signup' as const;
    await recordAudit(client, c, 'user_confirmation_requested', user);
    // An account without this time was created by an administrator. Setting it would make the
    // account look self-registered, and therefore replaceable.
    await client.query(
      `update auth.users set confirmation_sent_at = $2, updated_at = $2
       where id = $1 and confirmation_sent_at is not null`,
      [user.id, services.now()],
    );
    await storeOneTimeToken(services, client, {
      userId: user.id,
      type: 'confirmation_token',
      email,
      secret,
      flowStateId: await beginFlow(services, client, { userId: user.id, method, challenge }),
    });
  });
  const letter = linkLetter(services, email, secret, { type: 'signup', redirectTo });
  await sendMailWithRetries(services, confirmationMail(letter));
}

/** Mails both links of an address change again. */
async function resendEmailChange(services: AuthServices, request: MailRequest) {
  const user = await findUserByEmail(services.database.auth, request.email);
  if (user === null || (user.email_change ?? '') === '') return;
  const newEmail = user.email_change ?? '';
  await requestEmailChange(services, user, { ...request, newEmail });
}

/** Mails a link again. It responds before the account is looked up, so it reveals nothing. */
export const resend: AuthRoute = {
  method: 'POST',
  path: '/resend',
  handle: async (c, services) => {
    await refuseUnknownApiKey(c, services);
    const input = await readBody(c, body);
    const { type } = input;
    if (input.phone !== '' || type === 'sms' || type === 'phone_change') {
      throw new AuthError('phone_provider_disabled');
    }
    if (type !== 'signup' && type !== 'email_change') {
      throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
    }
    if (input.email === '') throw invalid('Type provided requires an email address');
    const request = readMailRequest(c, services, input);
    const isSignup = type === 'signup';
    const kind = isSignup ? 'confirmation' : 'email change';
    await countMail(c, services, request.email, kind);
    await requireMailServer(services, kind, request.email);
    services.background.start('resend', () =>
      isSignup ? resendConfirmation(c, services, request) : resendEmailChange(services, request),
    );
    return c.json({});
  },
};
