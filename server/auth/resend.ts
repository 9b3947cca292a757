import * as v from 'valibot';
import { confirmationMail } from '#server/mail/letters.ts';
import { actionLink } from './action-link.ts';
import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { requestEmailChange } from './email-change.ts';
import { requireEmail } from './email-address.ts';
import { beginFlow, readCodeChallenge } from './flow-state.ts';
import type { CodeChallenge } from './flow-state.ts';
import { countMail } from './mail-limits.ts';
import { makeOneTimeSecret, storeOneTimeToken } from './one-time-token.ts';
import { optionalText, readBody } from './read-body.ts';
import { requireKnownKey } from './require-session.ts';
import { requireMail, sendMailLater } from './send-mail.ts';
import type { AuthContext, AuthRoute, AuthServices } from './services.ts';
import { inTransaction } from './transaction.ts';
import { findUserByEmail, isConfirmed } from './user-record.ts';

const body = v.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

interface Again {
  readonly email: string;
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | null;
}

/** Sends the confirmation once more, to an account that still waits for it. */
async function resendConfirmation(c: AuthContext, services: AuthServices, again: Again) {
  const { email, redirectTo, challenge } = again;
  const user = await findUserByEmail(services.database.auth, email);
  if (user === null || isConfirmed(user)) return;
  const secret = makeOneTimeSecret(challenge !== null);
  await inTransaction(services.database.auth, async (client) => {
    const method = 'email/signup' as const;
    await recordAudit(client, c, 'user_confirmation_requested', user);
    // Where it was never sent, an administrator made the account, which must not seem signed up for.
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
      flowStateId:
        challenge === null
          ? null
          : await beginFlow(services, client, { userId: user.id, method, challenge }),
    });
  });
  const url = actionLink(services, { token: secret.token, type: 'signup', redirectTo });
  const brand = services.config.BRAND_NAME;
  await sendMailLater(services, confirmationMail({ brand, to: email, url, code: secret.code }));
}

/** Sends both mails of a change of address once more. */
async function resendEmailChange(services: AuthServices, again: Again) {
  const user = await findUserByEmail(services.database.auth, again.email);
  if (user === null || (user.email_change ?? '') === '') return;
  const newEmail = user.email_change ?? '';
  await requestEmailChange(services, user, { ...again, newEmail });
}

/** Sends a mail once more. The answer comes before anybody looks who the address belongs to. */
export const resend: AuthRoute = {
  method: 'POST',
  path: '/resend',
  handle: async (c, services) => {
    await requireKnownKey(c, services);
    const given = await readBody(c, body);
    const { type } = given;
    if (given.phone !== '' || type === 'sms' || type === 'phone_change') {
      throw new AuthError('phone_provider_disabled');
    }
    if (type !== 'signup' && type !== 'email_change') {
      throw new AuthError(
        'validation_failed',
        'Missing one of these types: signup, email_change, sms, phone_change',
      );
    }
    if (given.email === '') {
      throw new AuthError('validation_failed', 'Type provided requires an email address');
    }
    const again: Again = {
      email: requireEmail(given.email),
      redirectTo: services.redirects.allowed(c.req.query('redirect_to')),
      challenge: readCodeChallenge(given.code_challenge, given.code_challenge_method),
    };
    const isSignup = type === 'signup';
    const kind = isSignup ? 'confirmation' : 'email change';
    await countMail(c, services, again.email, kind);
    await requireMail(services, kind, again.email);
    services.background.start('resend', () =>
      isSignup ? resendConfirmation(c, services, again) : resendEmailChange(services, again),
    );
    return c.json({});
  },
};
