import * as v from 'valibot';
import { brokenPasswordRules } from '#contract/password-rules.ts';
import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { normaliseEmail } from './email-address.ts';
import { giveBackAttempt, countAttempt } from './password-attempts.ts';
import { optionalText, readBody } from './read-body.ts';
import { startSession } from './session.ts';
import type { AuthHandler } from './services.ts';
import { inTransaction } from './transaction.ts';
import { findUserByEmail, isBanned, isConfirmed } from './user-record.ts';

const body = v.object({ email: optionalText, phone: optionalText, password: optionalText });

/** Signing in still works with a password from before the rules; the client is told. */
function weakness(password: string) {
  const broken = brokenPasswordRules(password);
  if (broken.length === 0) return {};
  const reasons = [...new Set(broken.map((rule) => rule.reason))];
  return { weak_password: { message: broken.map((rule) => rule.message).join('. '), reasons } };
}

/** Sign-in with e-mail and password. Every failure looks and takes the same until the password is right. */
export const passwordGrant: AuthHandler = async (c, services) => {
  const { phone, password, ...given } = await readBody(c, body);
  if (phone !== '') throw new AuthError('phone_provider_disabled', undefined, { status: 422 });
  if (given.email === '') throw new AuthError('validation_failed', 'missing email or phone');
  const email = normaliseEmail(given.email).slice(0, 320);
  const { database, passwords } = services;

  await countAttempt(c, services, email);
  const user = await findUserByEmail(database.auth, email);
  const matches = await passwords.matches(password, user?.encrypted_password ?? null);
  if (user === null || !matches) throw new AuthError('invalid_credentials');
  await giveBackAttempt(c, services, email);

  if (isBanned(user, services.now()))
    throw new AuthError('user_banned', undefined, { status: 400 });
  if (!isConfirmed(user)) throw new AuthError('email_not_confirmed');
  const session = await inTransaction(database.auth, async (client) => {
    await recordAudit(client, c, 'login', user, { provider: 'email' });
    return startSession(services, c, client, user.id, 'password');
  });
  return c.json({ ...session, ...weakness(password) });
};
