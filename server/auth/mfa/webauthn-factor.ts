import type { PoolClient } from 'pg';
import type { RelyingParty } from '#server/http/relying-party.ts';
import type { UserRecord } from '#server/auth/accounts/user-record.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import type { Factor } from './factor.ts';
import { credentialOf, listPasskeys } from '#server/auth/passkeys/passkey.ts';
import type { AuthServices } from '#server/auth/services.ts';
import {
  makeCreationOptions,
  makeRequestOptions,
  parseAssertion,
  verifyAssertion,
  verifyCreation,
} from '#server/auth/webauthn/ceremony.ts';
import { factorCredentials, storeFactorCredential, storeFactorUse } from './webauthn-credential.ts';

/** The proof that a client sends to verify a WebAuthn factor. */
export interface WebAuthnProof {
  readonly type: string;
  readonly credential: unknown;
}

/** Returns what WebAuthn factors are bound to, or refuses if this site's address can't have any. */
export function requireFactorDomain({ relyingParty }: AuthServices): RelyingParty {
  if (relyingParty === null) throw new AuthError('mfa_webauthn_enroll_not_enabled');
  return relyingParty;
}

/**
 * Returns a challenge with its options: for a new credential if the factor is unverified, else for
 * any of the user's WebAuthn factors.
 */
export async function makeFactorChallenge(
  services: AuthServices,
  user: UserRecord,
  factor: Factor,
) {
  const rp = requireFactorDomain(services);
  const pool = services.database.auth;
  const credentials = (await factorCredentials(pool, user.id)).map(({ credential }) => credential);
  if (factor.status === 'verified') {
    const request = { rp, allowed: credentials, userVerification: 'preferred' } as const;
    const publicKey = await makeRequestOptions(request);
    return {
      challenge: publicKey.challenge,
      webauthn: { type: 'request', credential_options: { publicKey } },
    };
  }
  const publicKey = await makeCreationOptions({
    rp,
    rpName: services.config.BRAND_NAME,
    user,
    // A passkey that signs in is no second factor, and a second credential would replace it.
    existing: [...credentials, ...(await listPasskeys(pool, user.id)).map(credentialOf)],
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  return {
    challenge: publicKey.challenge,
    webauthn: { type: 'create', credential_options: { publicKey } },
  };
}

/** Verifies the credential that the browser created, and returns how to store it. */
export async function verifyNewCredential(
  services: AuthServices,
  factor: Factor,
  challenge: string,
  proof: WebAuthnProof,
): Promise<(client: PoolClient) => Promise<string>> {
  const created = await verifyCreation(proof.credential, {
    rp: requireFactorDomain(services),
    challenge,
    userVerification: 'preferred',
    errorCode: 'mfa_verification_failed',
  });
  return async (client) => {
    await client.query('select 1 from auth.users where id = $1 for update', [factor.user_id]);
    const others = [
      ...(await factorCredentials(client, factor.user_id)).map(({ credential }) => credential),
      ...(await listPasskeys(client, factor.user_id)).map(credentialOf),
    ];
    if (others.some(({ id }) => id === created.id)) {
      throw new AuthError('webauthn_credential_exists');
    }
    await storeFactorCredential(client, factor.id, created);
    return factor.id;
  };
}

/**
 * Verifies an assertion of one of the user's WebAuthn factors, within the transaction that elevates
 * the session. Returns the id of the factor that made it.
 */
export async function verifyFactorAssertion(
  services: AuthServices,
  client: PoolClient,
  factor: Factor,
  challenge: string,
  proof: WebAuthnProof,
): Promise<string> {
  const assertion = parseAssertion(proof.credential);
  const factors = await factorCredentials(client, factor.user_id, 'for update');
  const used = factors.find(({ credential }) => credential.id === assertion.id);
  if (used === undefined) throw new AuthError('webauthn_credential_not_found');
  const use = await verifyAssertion(assertion, used.credential, {
    rp: requireFactorDomain(services),
    challenge,
    userVerification: 'preferred',
    errorCode: 'mfa_verification_failed',
  });
  await storeFactorUse(client, used.factorId, use);
  return used.factorId;
}
