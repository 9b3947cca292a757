import * as v from 'valibot';
import { brokenPasswordRules, type PasswordRules } from '#contract/password-rules.ts';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { normaliseEmail } from '#server/auth/mail/email-address.ts';
import { countAttempt, passwordMatches } from '#server/auth/limits/password-attempts.ts';
import { optionalText, readBody } from '#server/auth/read-body.ts';
import { startSession } from './session.ts';
import type { AuthHandler } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { findUserByEmail, isBanned, isConfirmed } from '#server/auth/accounts/user-record.ts';

const body = v.object({ email: optionalText, phone: optionalText, password: optionalText });

/** Returns a notice for a password that breaks the current rules. Signing in still works. */
function weakPasswordNotice(password: string, rules: PasswordRules) {
  const broken = brokenPasswordRules(password, rules);
  if (broken.length === 0) return {};
  const reasons = [...new Set(broken.map((rule) => rule.reason))];
  return { weak_password: { message: broken.map((rule) => rule.message).join('. '), reasons } };
}

/**
 * Signs in with e-mail and password. Until the password matches, every failure has the same
 * response and the same duration.
 */
export const passwordGrant: AuthHandler = async (c, services) => {
  const { phone, password, ...input } = await readBody(c, body);
  if (phone !== '') throw new AuthError('phone_provider_disabled', undefined, { status: 422 });
  if (input.email === '') throw invalid('missing email or phone');
  const email = normaliseEmail(input.email).slice(0, 320);

  const { database } = services;
  await countAttempt(c, services, email);
  const user = await findUserByEmail(database.auth, email);
  const stored = user?.encrypted_password ?? null;
  const matches = await passwordMatches(c, services, email, password, stored);
  if (user === null || !matches) throw new AuthError('invalid_credentials');

  if (isBanned(user, services.now()))
    throw new AuthError('user_banned', undefined, { status: 400 });
  if (!isConfirmed(user)) throw new AuthError('email_not_confirmed');
  const session = await inTransaction(database.auth, async (client) => {
    // A change of the password ends sessions, but would miss one that starts at the same time.
    const unchanged = await client.query(
      'select from auth.users where id = $1 and encrypted_password = $2 for no key update',
      [user.id, stored],
    );
    if (unchanged.rowCount === 0) throw new AuthError('invalid_credentials');
    await recordAudit(client, c, 'login', user, { provider: 'email' });
    return startSession(services, c, client, user.id, 'password');
  });
  return c.json({ ...session, ...weakPasswordNotice(password, services.passwordRules) });
};
