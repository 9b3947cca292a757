import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { requireEmail } from '#server/auth/mail/email-address.ts';
import { consumeByCode, consumeByToken } from '#server/auth/tokens/one-time-token.ts';
import type { OneTimeToken } from '#server/auth/tokens/one-time-token.ts';
import { countFromAddress } from '#server/auth/limits/count-requests.ts';
import { countGuess, refundGuess } from '#server/auth/limits/guesses.ts';
import { optionalText, readBody } from '#server/auth/read-body.ts';
import { refuseUnknownApiKey } from '#server/auth/tokens/require-session.ts';
import { startSession } from '#server/auth/tokens/session.ts';
import type { AuthRoute, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import {
  completeVerification,
  firstLinkConfirmed,
  tokenTypesOf,
} from '#server/auth/tokens/verification.ts';

const body = v.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
});

type VerifyInput = v.InferOutput<typeof body>;

const invalidToken = () => new AuthError('otp_expired', 'Token has expired or is invalid');

/** Consumes the proof: the code mailed to `email`, or the hash of a link's token. */
async function consumeProof(
  services: AuthServices,
  client: PoolClient,
  input: VerifyInput,
  email: string | null,
): Promise<OneTimeToken> {
  const types = tokenTypesOf(input.type);
  if (email === null) {
    const token = await consumeByToken(services, client, input.token_hash, types);
    if (token === null) throw new AuthError('otp_expired');
    return token;
  }
  const code = input.token.replace(/\s/g, '');
  const token = await consumeByCode(services, client, email, code, types);
  if (token === null) throw invalidToken();
  return token;
}

/**
 * Refuses a request without exactly one proof. No account has a phone number, so a code for one is
 * always invalid.
 */
function requireOneProof(input: VerifyInput): void {
  if (input.type === '') throw invalid('Verify requires a verification type');
  if ((input.token === '') === (input.token_hash === '')) {
    throw invalid('Verify requires either a token or a token hash');
  }
  if (input.token_hash !== '' && (input.email !== '' || input.phone !== '')) {
    throw invalid('Only the token_hash and type should be provided');
  }
  if (input.token !== '' && (input.email === '') === (input.phone === '')) {
    throw invalid('Only an email address or phone number should be provided on verify');
  }
  if (input.phone === '') return;
  if (!/^[1-9]\d{1,14}$/.test(input.phone.replace(/[+\s]/g, ''))) {
    throw invalid('Invalid phone number format (E.164 required)');
  }
  throw invalidToken();
}

/** Confirms an address by a mailed code or the token hash of a link, and signs in. */
export const verifyPost: AuthRoute = {
  method: 'POST',
  path: '/verify',
  handle: async (c, services) => {
    await refuseUnknownApiKey(c, services);
    const { allowances, database } = services;
    await countFromAddress(c, services, services.allowances.verificationsFromAddress);
    const input = await readBody(c, body);
    requireOneProof(input);
    tokenTypesOf(input.type);
    const email = input.token === '' ? null : requireEmail(input.email);
    if (email !== null) await countGuess(c, services, allowances.mailedCodes, email);
    const session = await inTransaction(database.auth, async (client) => {
      const token = await consumeProof(services, client, input, email);
      const user = await completeVerification(services, c, client, token);
      return user === null ? null : startSession(services, c, client, user.id, 'otp');
    });
    if (email !== null) await refundGuess(c, services, allowances.mailedCodes, email);
    return c.json(session ?? { msg: firstLinkConfirmed, code: '200' });
  },
};
