import * as v from 'valibot';
import { weaknessOf } from '#server/auth/accounts/passwords.ts';
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
  // A password from before the rules were changed still signs in.
  const weakness = weaknessOf(password, services.passwordRules);
  return c.json(weakness === null ? session : { ...session, weak_password: weakness });
};
