import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { accountExistsMail, confirmationMail } from '#server/mail/letters.ts';
import { signUpAnonymously } from './anonymous-sign-up.ts';
import { linkLetter } from '#server/auth/mail/action-link.ts';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { claimAddress } from '#server/auth/accounts/claim-address.ts';
import { requireEmail } from '#server/auth/mail/email-address.ts';
import { mailRequestFields, readMailRequest } from '#server/auth/mail/mail-request.ts';
import type { MailRequest } from '#server/auth/mail/mail-request.ts';
import { beginFlow } from '#server/auth/tokens/flow-state.ts';
import { countFromAddress } from '#server/auth/limits/count-requests.ts';
import { countMail } from '#server/auth/limits/mail-limits.ts';
import {
  describeNewAccount,
  insertAccount,
  newAccount,
  type NewAccount,
} from '#server/auth/accounts/new-account.ts';
import { makeOneTimeSecret, storeOneTimeToken } from '#server/auth/tokens/one-time-token.ts';
import type { OneTimeSecret } from '#server/auth/tokens/one-time-token.ts';
import { requireStrongPassword } from '#server/auth/accounts/passwords.ts';
import { refundAttempt } from '#server/auth/limits/password-attempts.ts';
import { presentUser } from '#server/auth/accounts/present-user.ts';
import { addressSubject } from '#server/http/caller/client-address.ts';
import { optionalData, optionalText, readBody } from '#server/auth/read-body.ts';
import { refuseUnknownApiKey } from '#server/auth/tokens/require-session.ts';
import { sendMail } from '#server/auth/mail/send-mail.ts';
import { startSession } from '#server/auth/tokens/session.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { requireSmallMetadata } from '#server/auth/accounts/user-metadata.ts';

const body = v.object({
  ...mailRequestFields,
  phone: optionalText,
  password: optionalText,
  data: optionalData,
});

interface SignUpRequest extends MailRequest {
  readonly account: NewAccount;
}

async function readRequest(
  c: AuthContext,
  services: AuthServices,
  input: v.InferOutput<typeof body>,
): Promise<SignUpRequest> {
  if (input.password === '') throw invalid('Signup requires a valid password');
  const email = requireEmail(input.email);
  requireStrongPassword(input.password, services.passwordRules);
  const request = readMailRequest(c, services, input);
  const { data } = input;
  requireSmallMetadata(data);
  if (services.config.CONFIRM_EMAIL) await countMail(c, services, email, 'confirmation');
  return {
    ...request,
    account: newAccount(services, {
      email,
      passwordHash: await services.passwords.hash(
        input.password,
        addressSubject(c.get('clientAddress')),
      ),
      data,
      confirmed: !services.config.CONFIRM_EMAIL,
      createdBy: 'person',
    }),
  };
}

async function signUpConfirmed(c: AuthContext, services: AuthServices, { account }: SignUpRequest) {
  return inTransaction(services.database.auth, async (client) => {
    const { existing } = await claimAddress(client, account.email);
    if (existing !== null) throw new AuthError('user_already_exists');
    await insertAccount(client, account);
    await recordAudit(client, c, 'user_signedup', account, { provider: 'email' });
    await recordAudit(client, c, 'login', account, { provider: 'email' });
    return startSession(services, c, client, account.id, 'password');
  });
}

/** Inserts the account and the one-time token of its mail. */
async function storeSignUp(
  c: AuthContext,
  services: AuthServices,
  client: PoolClient,
  { account, challenge }: Pick<SignUpRequest, 'account' | 'challenge'>,
  secret: OneTimeSecret,
): Promise<void> {
  await insertAccount(client, account);
  await recordAudit(client, c, 'user_confirmation_requested', account, { provider: 'email' });
  const flow = { userId: account.id, method: 'email/signup', challenge } as const;
  await storeOneTimeToken(services, client, {
    userId: account.id,
    type: 'confirmation_token',
    email: account.email,
    secret,
    flowStateId: await beginFlow(services, client, flow),
  });
}

/** Deletes the new account whose mail could not be sent, if there is one. */
async function deleteUnconfirmed({ database }: AuthServices, id: string): Promise<void> {
  await database.auth.query('delete from auth.users where id = $1 and email_confirmed_at is null', [
    id,
  ]);
}

/**
 * Signs up with confirmation by mail. With and without an existing account, the address gets one
 * mail, the client gets the same response, and the server does the same work.
 */
async function signUpUnconfirmed(
  c: AuthContext,
  services: AuthServices,
  request: SignUpRequest,
): Promise<void> {
  const { account, challenge, redirectTo } = request;
  const { database, siteUrl } = services;
  const to = account.email;
  const secret = makeOneTimeSecret(challenge !== null);
  const isFree = await inTransaction(database.auth, async (client) => {
    const { existing: owner } = await claimAddress(client, to);
    if (owner === null) {
      await storeSignUp(c, services, client, request, secret);
      return true;
    }
    // Do the same work and roll it back, so that the duration reveals nothing.
    const throwaway = { ...account, email: `${account.id}@invalid` };
    await client.query('savepoint throwaway');
    await storeSignUp(c, services, client, { account: throwaway, challenge }, secret);
    await client.query('rollback to savepoint throwaway');
    await recordAudit(client, c, 'user_repeated_signup', owner, { provider: 'email' });
    return false;
  });
  const letter = linkLetter(services, to, secret, { type: 'signup', redirectTo });
  const mail = isFree
    ? confirmationMail(letter)
    : accountExistsMail({ ...letter, url: `${siteUrl}/signin` });
  // The link may be opened as soon as the mail is sent, so the account is committed by then. No
  // transaction waits for a mail server.
  await sendMail(services, 'confirmation', mail).catch(async (error: unknown) => {
    await deleteUnconfirmed(services, account.id);
    throw error;
  });
}

/** Creates an account with e-mail and password. */
export const signUp: AuthRoute = {
  method: 'POST',
  path: '/signup',
  handle: async (c, services) => {
    await refuseUnknownApiKey(c, services);
    if (!services.config.SIGN_UP) throw new AuthError('signup_disabled');
    await countFromAddress(c, services, services.allowances.signUpsFromAddress);
    const input = await readBody(c, body);
    if (input.phone !== '')
      throw new AuthError('phone_provider_disabled', 'Phone signups are disabled');
    if (input.email === '') return c.json(await signUpAnonymously(c, services, input.data));
    const request = await readRequest(c, services, input);
    const { account } = request;
    let response;
    if (account.confirmed) {
      response = await signUpConfirmed(c, services, request);
    } else {
      await signUpUnconfirmed(c, services, request);
      response = presentUser(describeNewAccount(account));
    }
    await refundAttempt(c, services, account.email);
    return c.json(response);
  },
};
