import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { AuthError } from './auth-error.ts';
import { requireEmail } from './email-address.ts';
import { takeByCode, takeByToken } from './one-time-token.ts';
import type { OneTimeToken } from './one-time-token.ts';
import { addressSubject } from './rate-limits.ts';
import { optionalText, readBody } from './read-body.ts';
import { requireKnownKey } from './require-session.ts';
import { startSession } from './session.ts';
import type { AuthRoute, AuthServices } from './services.ts';
import { inTransaction } from './transaction.ts';
import { completeVerification, tokenTypesOf } from './verification.ts';

const body = v.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
});

type Given = v.InferOutput<typeof body>;

const notValid = () => new AuthError('otp_expired', 'Token has expired or is invalid');

async function takeCode(
  services: AuthServices,
  client: PoolClient,
  given: Given,
  email: string,
): Promise<OneTimeToken> {
  const code = given.token.replace(/\s/g, '');
  const token = await takeByCode(services, client, email, code, tokenTypesOf(given.type));
  if (token === null) throw notValid();
  return token;
}

async function takeHash(
  services: AuthServices,
  client: PoolClient,
  given: Given,
): Promise<OneTimeToken> {
  const token = await takeByToken(services, client, given.token_hash, tokenTypesOf(given.type));
  if (token === null) throw new AuthError('otp_expired');
  return token;
}

/** No account has a phone number, so that no code for one is right. */
function requireOneProof(given: Given): void {
  const refuse = (message: string) => new AuthError('validation_failed', message);
  if (given.type === '') throw refuse('Verify requires a verification type');
  if ((given.token === '') === (given.token_hash === '')) {
    throw refuse('Verify requires either a token or a token hash');
  }
  if (given.token_hash !== '' && (given.email !== '' || given.phone !== '')) {
    throw refuse('Only the token_hash and type should be provided');
  }
  if (given.token !== '' && (given.email === '') === (given.phone === '')) {
    throw refuse('Only an email address or phone number should be provided on verify');
  }
  if (given.phone === '') return;
  if (!/^[1-9]\d{1,14}$/.test(given.phone.replace(/[+\s]/g, ''))) {
    throw refuse('Invalid phone number format (E.164 required)');
  }
  throw notValid();
}

/** Proves an address by the code in a mail, or by the token of its link, and signs in. */
export const verifyPost: AuthRoute = {
  method: 'POST',
  path: '/verify',
  handle: async (c, services) => {
    await requireKnownKey(c, services);
    const { limits, allowances, database } = services;
    await limits.use(allowances.verificationsFromAddress, addressSubject(c.get('clientAddress')));
    const given = await readBody(c, body);
    requireOneProof(given);
    tokenTypesOf(given.type);
    const email = given.token === '' ? null : requireEmail(given.email);
    if (email !== null) await limits.use(allowances.codesForPerson, email);
    const session = await inTransaction(database.auth, async (client) => {
      const token =
        email === null
          ? await takeHash(services, client, given)
          : await takeCode(services, client, given, email);
      const user = await completeVerification(services, c, client, token);
      return user === null ? null : startSession(services, c, client, user.id, 'otp');
    });
    if (email !== null) await limits.giveBack(allowances.codesForPerson, email);
    return c.json(
      session ?? {
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
        code: '200',
      },
    );
  },
};
