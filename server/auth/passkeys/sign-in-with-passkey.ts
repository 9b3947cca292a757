import type { PoolClient } from 'pg';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { findUserById, isBanned, isConfirmed } from '#server/auth/accounts/user-record.ts';
import type { UserRecord } from '#server/auth/accounts/user-record.ts';
import { unknownPasskeyMessage } from '#contract/unknown-passkey.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { countFromAddress } from '#server/auth/limits/count-requests.ts';
import { credentialOf, lockPasskey, requireRelyingParty, type Passkey } from './passkey.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { refuseUnknownApiKey } from '#server/auth/tokens/require-session.ts';
import { startSession } from '#server/auth/tokens/session.ts';
import {
  makeRequestOptions,
  parseAssertion,
  userHandleOf,
  verifyAssertion,
  type CredentialUse,
} from '#server/auth/webauthn/ceremony.ts';
import { readVerification, storeChallenge } from '#server/auth/webauthn/challenges.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';

const signIn = { type: 'authentication', userId: null } as const;

async function guard(c: AuthContext, services: AuthServices) {
  await refuseUnknownApiKey(c, services);
  const rp = requireRelyingParty(services);
  await countFromAddress(c, services, services.allowances.tokensFromAddress);
  return rp;
}

/** Returns the options for signing in with any passkey of this site. */
export const passkeySignInOptions: AuthRoute = {
  method: 'POST',
  path: '/passkeys/authentication/options',
  handle: async (c, services) => {
    const rp = await guard(c, services);
    const options = await makeRequestOptions({ rp, allowed: [], userVerification: 'required' });
    return c.json({ ...(await storeChallenge(services, signIn, options.challenge)), options });
  },
};

function requireActive(user: UserRecord | null, now: Date): UserRecord {
  if (user === null) throw new AuthError('user_not_found');
  if (user.email !== null && !isConfirmed(user)) throw new AuthError('email_not_confirmed');
  if (isBanned(user, now)) throw new AuthError('user_banned');
  return user;
}

async function storeUse(
  client: PoolClient,
  passkey: Passkey,
  { signCount, backedUp }: CredentialUse,
  now: Date,
): Promise<void> {
  await client.query(
    `update auth.webauthn_credentials
     set sign_count = $2, backed_up = $3, last_used_at = $4, updated_at = $4 where id = $1`,
    [passkey.id, signCount, backedUp, now],
  );
}

/**
 * Signs in with a passkey, at aal1: an account's second factor is asked for after it, as after a
 * password.
 */
export const passkeySignInVerify: AuthRoute = {
  method: 'POST',
  path: '/passkeys/authentication/verify',
  handle: async (c, services) => {
    const rp = await guard(c, services);
    const { challenge, credential } = await readVerification(c, services, signIn);
    const assertion = parseAssertion(credential);
    const now = services.now();
    const session = await inTransaction(services.database.auth, async (client) => {
      const passkey = await lockPasskey(client, assertion.id);
      if (passkey === null) {
        throw new AuthError('webauthn_verification_failed', unknownPasskeyMessage);
      }
      if (userHandleOf(assertion) !== passkey.user_id) {
        throw new AuthError('webauthn_verification_failed');
      }
      const use = await verifyAssertion(assertion, credentialOf(passkey), {
        rp,
        challenge,
        userVerification: 'required',
        errorCode: 'webauthn_verification_failed',
      });
      const user = requireActive(await findUserById(client, passkey.user_id), now);
      await storeUse(client, passkey, use, now);
      await recordAudit(client, c, 'login', user, { passkey_id: passkey.id });
      return startSession(services, c, client, user.id, 'passkey');
    });
    return c.json(session);
  },
};
