import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { changeAddress, requestEmailChange } from './email-change.ts';
import { requireEmail } from './email-address.ts';
import { readCodeChallenge } from './flow-state.ts';
import { countMail } from './mail-limits.ts';
import { countAttempt, giveBackAttempt } from './password-attempts.ts';
import { forgetOneTimeTokens } from './one-time-token.ts';
import { requireStrongPassword } from './passwords.ts';
import { presentUser } from './present-user.ts';
import { optionalData, optionalText, readBody } from './read-body.ts';
import { requireReauthentication } from './reauthenticate.ts';
import { requireSession } from './require-session.ts';
import type { SignedIn } from './require-session.ts';
import type { AuthContext, AuthRoute, AuthServices } from './services.ts';
import { inTransaction } from './transaction.ts';
import { mergeMetadata, requireSmallMetadata } from './user-metadata.ts';
import { findUserByEmail, reloadUser } from './user-record.ts';
import type { UserRecord } from './user-record.ts';

const body = v.object({
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string()),
  current_password: optionalText,
  nonce: optionalText,
  data: optionalData,
  app_metadata: v.nullish(v.unknown()),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

/** The hash of a new password that may be used; null when none was given. */
async function hashNewPassword(
  { passwords }: AuthServices,
  user: UserRecord,
  password: string | null | undefined,
): Promise<string | null> {
  if (password === null || password === undefined) return null;
  requireStrongPassword(password);
  if (await passwords.matches(password, user.encrypted_password)) {
    throw new AuthError('same_password');
  }
  return passwords.hash(password);
}

/** Nobody has to name the password they have; who does must know it, and guesses as at the door. */
async function requireCurrentPassword(
  c: AuthContext,
  services: AuthServices,
  { id, email, encrypted_password: stored }: UserRecord,
  named: string,
): Promise<void> {
  if (named === '') return;
  await countAttempt(c, services, email ?? id);
  if (!(await services.passwords.matches(named, stored))) {
    throw new AuthError('current_password_invalid');
  }
  await giveBackAttempt(c, services, email ?? id);
}

/** A new password ends every other session, and every link sent before. */
async function storePassword(
  services: AuthServices,
  client: PoolClient,
  { user, sessionId }: SignedIn,
  hash: string,
): Promise<void> {
  await client.query(
    'update auth.users set encrypted_password = $2, updated_at = $3 where id = $1',
    [user.id, hash, services.now()],
  );
  await forgetOneTimeTokens(client, user.id);
  await client.query(
    'delete from auth.sessions where user_id = $1 and ($2::uuid is null or id <> $2)',
    [user.id, sessionId],
  );
}

/** Whoever has a second factor changes with it what they sign in with, also behind a recovery link. */
function requireSecondFactor({ user, aal }: SignedIn): void {
  if (aal !== 'aal1' || !user.factors.some(({ status }) => status === 'verified')) return;
  const message = 'AAL2 session is required to update email or password when MFA is enabled.';
  throw new AuthError('insufficient_aal', message, { status: 401 });
}

async function requireFreeAddress(services: AuthServices, email: string): Promise<void> {
  const owner = await findUserByEmail(services.database.auth, email);
  if (owner !== null) throw new AuthError('email_exists');
}

/** Changes one's own password, metadata or address. */
export const updateUser: AuthRoute = {
  method: 'PUT',
  path: '/user',
  handle: async (c, services) => {
    const signedIn = await requireSession(c, services);
    const { user } = signedIn;
    const { limits, allowances, database, redirects, now } = services;
    await limits.use(allowances.changesToAccount, user.id);
    const given = await readBody(c, body);
    if (given.phone !== '')
      throw new AuthError('phone_provider_disabled', undefined, { status: 422 });
    if (given.app_metadata !== null && given.app_metadata !== undefined) {
      throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges');
    }
    const challenge = readCodeChallenge(given.code_challenge, given.code_challenge_method);
    const newEmail = given.email === '' ? user.email : requireEmail(given.email);
    const changesEmail = newEmail !== null && newEmail !== user.email;
    // Where addresses are not confirmed at sign-up, the first one of who had none is not, either.
    const isConfirmed = user.email === null && !services.config.CONFIRM_EMAIL;
    const changesPassword = given.password !== null && given.password !== undefined;
    if (changesEmail || changesPassword) requireSecondFactor(signedIn);
    if (changesEmail) await requireFreeAddress(services, newEmail);
    if (changesPassword) {
      await requireReauthentication(services, signedIn, given.nonce);
      await requireCurrentPassword(c, services, user, given.current_password);
    }
    if (changesPassword && newEmail === null) {
      const message =
        'Updating password of an anonymous user without an email or phone is not allowed';
      throw new AuthError('validation_failed', message, { status: 422 });
    }
    const hash = await hashNewPassword(services, user, given.password);
    if (changesEmail && !isConfirmed) await countMail(c, services, newEmail, 'email change');

    const changed = await inTransaction(database.auth, async (client) => {
      if (hash !== null) {
        await storePassword(services, client, signedIn, hash);
        await recordAudit(client, c, 'user_updated_password', user);
      }
      if (given.data !== null && given.data !== undefined) {
        await client.query('select 1 from auth.users where id = $1 for update', [user.id]);
        const current = await reloadUser(client, user.id);
        const metadata = mergeMetadata(current.raw_user_meta_data, given.data);
        requireSmallMetadata(metadata);
        await client.query(
          'update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1',
          [user.id, metadata, now()],
        );
      }
      if (changesEmail && isConfirmed) await changeAddress(services, c, client, user, newEmail);
      await recordAudit(client, c, 'user_modified', user);
      return reloadUser(client, user.id);
    });
    if (!changesEmail || isConfirmed) return c.json(presentUser(changed));

    const redirectTo = redirects.allowed(c.req.query('redirect_to'));
    await requestEmailChange(services, changed, { newEmail, redirectTo, challenge });
    return c.json(presentUser(await reloadUser(database.auth, user.id)));
  },
};
