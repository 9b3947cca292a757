import * as v from 'valibot';
import { recoveryMail } from '#server/mail/letters.ts';
import { linkLetter } from '#server/auth/mail/action-link.ts';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { invalid } from '#server/auth/auth-error.ts';
import { mailRequestFields, readMailRequest } from '#server/auth/mail/mail-request.ts';
import type { MailRequest } from '#server/auth/mail/mail-request.ts';
import { beginFlow } from '#server/auth/tokens/flow-state.ts';
import { countMail } from '#server/auth/limits/mail-limits.ts';
import { makeOneTimeSecret, storeOneTimeToken } from '#server/auth/tokens/one-time-token.ts';
import { readBody } from '#server/auth/read-body.ts';
import { refuseUnknownApiKey } from '#server/auth/tokens/require-session.ts';
import { requireMailServer, sendMailWithRetries } from '#server/auth/mail/send-mail.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { findUserByEmail, markMailSent } from '#server/auth/accounts/user-record.ts';

const body = v.object(mailRequestFields);

async function sendRecovery(
  c: AuthContext,
  services: AuthServices,
  request: MailRequest,
): Promise<void> {
  const { email, redirectTo, challenge } = request;
  const user = await findUserByEmail(services.database.auth, email);
  if (user === null) return;
  const secret = makeOneTimeSecret(challenge !== null);
  await inTransaction(services.database.auth, async (client) => {
    await recordAudit(client, c, 'user_recovery_requested', user);
    await markMailSent(services, client, user.id, 'recovery_sent_at');
    const flow = { userId: user.id, method: 'recovery', challenge } as const;
    await storeOneTimeToken(services, client, {
      userId: user.id,
      type: 'recovery_token',
      email,
      secret,
      flowStateId: await beginFlow(services, client, flow),
    });
  });
  const letter = linkLetter(services, email, secret, { type: 'recovery', redirectTo });
  await sendMailWithRetries(services, recoveryMail(letter));
}

/** Mails a sign-in link to set a new password. The response is the same without an account. */
export const recover: AuthRoute = {
  method: 'POST',
  path: '/recover',
  handle: async (c, services) => {
    await refuseUnknownApiKey(c, services);
    const input = await readBody(c, body);
    if (input.email === '') throw invalid('Password recovery requires an email');
    const request = readMailRequest(c, services, input);
    await countMail(c, services, request.email, 'recovery');
    await requireMailServer(services, 'recovery', request.email);
    services.background.start('recover', () => sendRecovery(c, services, request));
    return c.json({});
  },
};
