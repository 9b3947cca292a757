import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { changeAddress, requestEmailChange } from '#server/auth/mail/email-change.ts';
import { requireEmail } from '#server/auth/mail/email-address.ts';
import { readCodeChallenge } from '#server/auth/tokens/flow-state.ts';
import { countMail } from '#server/auth/limits/mail-limits.ts';
import { countChange } from '#server/auth/limits/count-requests.ts';
import { addressSubject } from '#server/http/caller/client-address.ts';
import { countAttempt, passwordMatches } from '#server/auth/limits/password-attempts.ts';
import { deleteOneTimeTokens } from '#server/auth/tokens/one-time-token.ts';
import { requireStrongPassword } from '#server/auth/accounts/passwords.ts';
import { presentUser } from '#server/auth/accounts/present-user.ts';
import { optionalText, readBody } from '#server/auth/read-body.ts';
import { jsonObject } from '#server/http/json/json-object.ts';
import { requireReauthentication } from './reauthenticate.ts';
import { requireSecondFactor, requireSession } from '#server/auth/tokens/require-session.ts';
import type { SignedIn } from '#server/auth/tokens/require-session.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { changeMetadata } from '#server/auth/accounts/user-metadata.ts';
import { reloadUser, type UserRecord } from '#server/auth/accounts/user-record.ts';

const body = v.object({
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string()),
  current_password: optionalText,
  nonce: optionalText,
  data: v.nullish(jsonObject),
  app_metadata: v.nullish(v.unknown()),
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

/** Validates and hashes the new password. Returns null if the request has none. */
async function hashNewPassword(
  c: AuthContext,
  { passwords, passwordRules }: AuthServices,
  user: UserRecord,
  password: string | null | undefined,
): Promise<string | null> {
  if (password === null || password === undefined) return null;
  requireStrongPassword(password, passwordRules);
  const caller = addressSubject(c.get('clientAddress'));
  if (await passwords.matches(password, user.encrypted_password, caller)) {
    throw new AuthError('same_password');
  }
  return passwords.hash(password, caller);
}

/**
 * Verifies `current_password`, which is optional. If the request has it, it must match, and
 * failures count against the sign-in limit.
 */
async function requireCurrentPassword(
  c: AuthContext,
  services: AuthServices,
  { id, email, encrypted_password: stored }: UserRecord,
  password: string,
): Promise<void> {
  if (password === '') return;
  await countAttempt(c, services, email ?? id);
  if (!(await passwordMatches(c, services, email ?? id, password, stored))) {
    throw new AuthError('current_password_invalid');
  }
}

/** Stores a new password. Ends the user's other sessions and invalidates all mailed links. */
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
  await deleteOneTimeTokens(client, user.id);
  await client.query(
    'delete from auth.sessions where user_id = $1 and ($2::uuid is null or id <> $2)',
    [user.id, sessionId],
  );
}

/**
 * Changes the signed-in user's password, metadata or address. The address of another account gets
 * the same response and mails as a free one, and is refused when both links were opened.
 */
export const updateUser: AuthRoute = {
  method: 'PUT',
  path: '/user',
  handle: async (c, services) => {
    const signedIn = await requireSession(c, services);
    const { user } = signedIn;
    const { database, redirects } = services;
    await countChange(c, services, user.id);
    const input = await readBody(c, body);
    if (input.phone !== '')
      throw new AuthError('phone_provider_disabled', undefined, { status: 422 });
    if (input.app_metadata !== null && input.app_metadata !== undefined) {
      throw new AuthError('not_admin', 'Updating app_metadata requires admin privileges');
    }
    const challenge = readCodeChallenge(input.code_challenge, input.code_challenge_method);
    const newEmail = input.email === '' ? user.email : requireEmail(input.email);
    const changesEmail = newEmail !== null && newEmail !== user.email;
    // Without confirmation at sign-up, an anonymous user's first address needs none either.
    const isConfirmed = user.email === null && !services.config.CONFIRM_EMAIL;
    const changesPassword = input.password !== null && input.password !== undefined;
    const newData = input.data ?? null;
    if (changesEmail || changesPassword) requireSecondFactor(signedIn, 'update email or password');
    if (newData !== null) requireSecondFactor(signedIn, 'update user data');
    if (changesPassword) {
      await requireReauthentication(c, services, signedIn, input.nonce);
      await requireCurrentPassword(c, services, user, input.current_password);
    }
    if (changesPassword && newEmail === null) {
      throw invalid(
        'Updating password of an anonymous user without an email or phone is not allowed',
        422,
      );
    }
    const hash = await hashNewPassword(c, services, user, input.password);
    if (changesEmail && !isConfirmed) await countMail(c, services, newEmail, 'email change');

    const changed = await inTransaction(database.auth, async (client) => {
      if (hash !== null) {
        await storePassword(services, client, signedIn, hash);
        await recordAudit(client, c, 'user_updated_password', user);
      }
      if (newData !== null) {
        await client.query('select 1 from auth.users where id = $1 for update', [user.id]);
        await changeMetadata(services, client, await reloadUser(client, user.id), newData);
      }
      if (changesEmail && isConfirmed) await changeAddress(services, c, client, user, newEmail);
      await recordAudit(client, c, 'user_modified', user);
      return reloadUser(client, user.id);
    });
    if (!changesEmail || isConfirmed) return c.json(presentUser(changed));

    const redirectTo = redirects.resolve(c.req.query('redirect_to'));
    await requestEmailChange(services, changed, { newEmail, redirectTo, challenge });
    return c.json(presentUser(await reloadUser(database.auth, user.id)));
  },
};
