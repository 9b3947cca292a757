import * as v from 'valibot';
import { recoveryMail } from '#server/mail/letters.ts';
import { actionLink } from './action-link.ts';
import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
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
import { findUserByEmail } from './user-record.ts';

const body = v.object({
  email: optionalText,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

interface Lost {
  readonly email: string;
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | null;
}

async function sendRecovery(c: AuthContext, services: AuthServices, lost: Lost): Promise<void> {
  const { email, redirectTo, challenge } = lost;
  const user = await findUserByEmail(services.database.auth, email);
  if (user === null) return;
  const secret = makeOneTimeSecret(challenge !== null);
  await inTransaction(services.database.auth, async (client) => {
    await recordAudit(client, c, 'user_recovery_requested', user);
    await client.query(
      'update auth.users set recovery_sent_at = $2, updated_at = $2 where id = $1',
      [user.id, services.now()],
    );
    const flow = { userId: user.id, method: 'recovery' } as const;
    await storeOneTimeToken(services, client, {
      userId: user.id,
      type: 'recovery_token',
      email,
      secret,
      flowStateId:
        challenge === null ? null : await beginFlow(services, client, { ...flow, challenge }),
    });
  });
  const url = actionLink(services, { token: secret.token, type: 'recovery', redirectTo });
  const brand = services.config.BRAND_NAME;
  await sendMailLater(services, recoveryMail({ brand, to: email, url, code: secret.code }));
}

/** Sends a link that signs in to set a new password. The answer never depends on who has an account. */
export const recover: AuthRoute = {
  method: 'POST',
  path: '/recover',
  handle: async (c, services) => {
    await requireKnownKey(c, services);
    const given = await readBody(c, body);
    if (given.email === '') {
      throw new AuthError('validation_failed', 'Password recovery requires an email');
    }
    const lost: Lost = {
      email: requireEmail(given.email),
      redirectTo: services.redirects.allowed(c.req.query('redirect_to')),
      challenge: readCodeChallenge(given.code_challenge, given.code_challenge_method),
    };
    await countMail(c, services, lost.email, 'recovery');
    await requireMail(services, 'recovery', lost.email);
    services.background.start('recover', () => sendRecovery(c, services, lost));
    return c.json({});
  },
};
