import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { accountExistsMail, confirmationMail } from '#server/mail/letters.ts';
import { signUpAnonymously } from './anonymous-sign-up.ts';
import { actionLink } from './action-link.ts';
import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { claimAddress, givesWay } from './claim-address.ts';
import { requireEmail } from './email-address.ts';
import { beginFlow, readCodeChallenge } from './flow-state.ts';
import type { CodeChallenge } from './flow-state.ts';
import { countMail } from './mail-limits.ts';
import { describeNewAccount, insertAccount } from './new-account.ts';
import type { NewAccount } from './new-account.ts';
import { makeOneTimeSecret, storeOneTimeToken } from './one-time-token.ts';
import type { OneTimeSecret } from './one-time-token.ts';
import { requireStrongPassword } from './passwords.ts';
import { giveBackAttempt } from './password-attempts.ts';
import { presentUser } from './present-user.ts';
import { addressSubject } from './rate-limits.ts';
import { optionalData, optionalText, readBody } from './read-body.ts';
import { requireKnownKey } from './require-session.ts';
import { sendMail } from './send-mail.ts';
import { startSession } from './session.ts';
import type { AuthContext, AuthRoute, AuthServices } from './services.ts';
import { inTransaction } from './transaction.ts';
import { requireSmallMetadata } from './user-metadata.ts';
import { findUserByEmail } from './user-record.ts';

const body = v.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalData,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

interface Request {
  readonly account: NewAccount;
  readonly challenge: CodeChallenge | null;
  readonly redirectTo: string;
}

async function readRequest(
  c: AuthContext,
  services: AuthServices,
  given: v.InferOutput<typeof body>,
): Promise<Request> {
  if (given.password === '') {
    throw new AuthError('validation_failed', 'Signup requires a valid password');
  }
  const email = requireEmail(given.email);
  requireStrongPassword(given.password);
  const challenge = readCodeChallenge(given.code_challenge, given.code_challenge_method);
  const data = given.data ?? {};
  requireSmallMetadata(data);
  if (services.config.CONFIRM_EMAIL) await countMail(c, services, email, 'confirmation');
  return {
    account: {
      id: randomUUID(),
      identityId: randomUUID(),
      email,
      passwordHash: await services.passwords.hash(given.password),
      data,
      createdAt: services.now(),
      confirmed: !services.config.CONFIRM_EMAIL,
      madeBy: 'person',
    },
    challenge,
    redirectTo: services.redirects.allowed(c.req.query('redirect_to')),
  };
}

async function signUpConfirmed(c: AuthContext, services: AuthServices, { account }: Request) {
  return inTransaction(services.database.auth, async (client) => {
    const { known } = await claimAddress(client, account.email);
    if (known !== null) throw new AuthError('user_already_exists');
    await insertAccount(client, account);
    await recordAudit(client, c, 'user_signedup', account, { provider: 'email' });
    await recordAudit(client, c, 'login', account, { provider: 'email' });
    return startSession(services, c, client, account.id, 'password');
  });
}

/** Writes the account, and what its mail carries. */
async function storeSignUp(
  c: AuthContext,
  services: AuthServices,
  client: PoolClient,
  { account, challenge }: Pick<Request, 'account' | 'challenge'>,
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
    flowStateId:
      challenge === null ? null : await beginFlow(services, client, { ...flow, challenge }),
  });
}

/** Known or not, the address gets one mail and the client one answer, after the same work. */
async function signUpToConfirm(
  c: AuthContext,
  services: AuthServices,
  request: Request,
): Promise<void> {
  const { account, challenge, redirectTo } = request;
  const { database, siteUrl, config } = services;
  const brand = config.BRAND_NAME;
  const to = account.email;
  const known = await findUserByEmail(database.auth, to);
  const secret = makeOneTimeSecret(challenge !== null);
  const url = actionLink(services, { token: secret.token, type: 'signup', redirectTo });
  const mail =
    known === null || givesWay(known)
      ? confirmationMail({ brand, to, url, code: secret.code })
      : accountExistsMail({ brand, to, url: `${siteUrl}/signin` });
  // Before anything is written: when it cannot be sent, there is no account; and no transaction
  // waits for a mail server.
  await sendMail(services, 'confirmation', mail);
  await inTransaction(database.auth, async (client) => {
    const { known: taken } = await claimAddress(client, to);
    if (taken === null) return storeSignUp(c, services, client, request, secret);
    // The same work, undone: how long it takes must not tell, either.
    const nobody = { ...account, email: `${account.id}@invalid` };
    await client.query('savepoint nobody');
    await storeSignUp(c, services, client, { account: nobody, challenge }, secret);
    await client.query('rollback to savepoint nobody');
    return recordAudit(client, c, 'user_repeated_signup', taken, { provider: 'email' });
  });
}

/** Makes an account by e-mail and password. */
export const signUp: AuthRoute = {
  method: 'POST',
  path: '/signup',
  handle: async (c, services) => {
    await requireKnownKey(c, services);
    const { limits, allowances } = services;
    await limits.use(allowances.signUpsFromAddress, addressSubject(c.get('clientAddress')));
    const given = await readBody(c, body);
    if (given.phone !== '')
      throw new AuthError('phone_provider_disabled', 'Phone signups are disabled');
    if (given.email === '') return c.json(await signUpAnonymously(c, services, given.data ?? {}));
    const request = await readRequest(c, services, given);
    const { account } = request;
    let answer;
    if (account.confirmed) {
      answer = await signUpConfirmed(c, services, request);
    } else {
      await signUpToConfirm(c, services, request);
      answer = presentUser(describeNewAccount(account));
    }
    await giveBackAttempt(c, services, account.email);
    return c.json(answer);
  },
};
