import { reauthenticationMail } from '#server/mail/letters.ts';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { countGuess, refundGuess } from '#server/auth/limits/guesses.ts';
import { countMail } from '#server/auth/limits/mail-limits.ts';
import {
  makeOneTimeSecret,
  storeOneTimeToken,
  consumeByCode,
  oneTimeSecretExpiry,
} from '#server/auth/tokens/one-time-token.ts';
import { markMailSent } from '#server/auth/accounts/user-record.ts';
import { requireSession, type SignedIn } from '#server/auth/tokens/require-session.ts';
import { sendMail } from '#server/auth/mail/send-mail.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';

/** A sign-in counts as recent for a day, as in GoTrue. */
const recentMs = 24 * 3_600_000;

async function isSignInRecent(
  { database, now }: AuthServices,
  sessionId: string | null,
): Promise<boolean> {
  if (sessionId === null) return false;
  const { rows } = await database.auth.query<{ created_at: Date }>(
    'select created_at from auth.sessions where id = $1',
    [sessionId],
  );
  const [session] = rows;
  return session !== undefined && now().getTime() - session.created_at.getTime() <= recentMs;
}

/**
 * Refuses a password change from an old session without a mailed code, if REAUTHENTICATE_PASSWORD
 * is set.
 */
export async function requireReauthentication(
  c: AuthContext,
  services: AuthServices,
  { user, sessionId }: SignedIn,
  nonce: string,
): Promise<void> {
  const { config, allowances, database } = services;
  if (!config.REAUTHENTICATE_PASSWORD || (await isSignInRecent(services, sessionId))) return;
  if (nonce === '') throw new AuthError('reauthentication_needed');
  const email = user.email ?? '';
  await countGuess(c, services, allowances.mailedCodes, email);
  const taken = await inTransaction(database.auth, (client) =>
    consumeByCode(services, client, email, nonce.replace(/\s/g, ''), ['reauthentication_token']),
  );
  if (taken?.user_id !== user.id) throw new AuthError('reauthentication_not_valid');
  await refundGuess(c, services, allowances.mailedCodes, email);
}

/** Mails the code that {@link requireReauthentication} checks. */
export const reauthenticate: AuthRoute = {
  method: 'GET',
  path: '/reauthenticate',
  handle: async (c, services) => {
    const { user } = await requireSession(c, services);
    const { email } = user;
    if (email === null || email === '') {
      throw invalid('Reauthentication requires the user to have an email or a phone number', 422);
    }
    if (user.email_confirmed_at === null) {
      throw new AuthError('email_not_confirmed', 'Please verify your email first.', {
        status: 422,
      });
    }
    await countMail(c, services, email, 'reauthentication');
    const secret = makeOneTimeSecret(false);
    await inTransaction(services.database.auth, async (client) => {
      await recordAudit(client, c, 'user_reauthenticate_requested', user);
      await markMailSent(services, client, user.id, 'reauthentication_sent_at');
      const type = 'reauthentication_token';
      await storeOneTimeToken(services, client, { userId: user.id, type, email, secret });
    });
    const brand = services.config.BRAND_NAME;
    const expiresAt = oneTimeSecretExpiry(services.now());
    const mail = reauthenticationMail({ brand, to: email, code: secret.code, expiresAt });
    await sendMail(services, 'reauthentication', mail);
    return c.json({});
  },
};
