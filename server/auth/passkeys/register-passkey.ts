import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { countChange } from '#server/auth/limits/count-requests.ts';
import { authenticatorName } from './authenticator-name.ts';
import {
  credentialOf,
  listPasskeys,
  presentPasskey,
  requirePasskeyOwner,
  requireRelyingParty,
} from './passkey.ts';
import { factorCredentials } from '#server/auth/mfa/webauthn-credential.ts';
import type { AuthRoute } from '#server/auth/services.ts';
import { makeCreationOptions, verifyCreation } from '#server/auth/webauthn/ceremony.ts';
import type { NewCredential } from '#server/auth/webauthn/ceremony.ts';
import { readVerification, storeChallenge } from '#server/auth/webauthn/challenges.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';

const maxPasskeys = 10;

/** Returns the options for creating a passkey. */
export const passkeyRegistrationOptions: AuthRoute = {
  method: 'POST',
  path: '/passkeys/registration/options',
  handle: async (c, services) => {
    const rp = requireRelyingParty(services);
    const { user } = await requirePasskeyOwner(c, services);
    const { database, config } = services;
    await countChange(c, services, user.id);
    const passkeys = await listPasskeys(database.auth, user.id);
    if (passkeys.length >= maxPasskeys) throw new AuthError('too_many_passkeys');
    const options = await makeCreationOptions({
      rp,
      rpName: config.BRAND_NAME,
      user,
      // An authenticator has one credential per account: another one would replace it.
      existing: [
        ...passkeys.map(credentialOf),
        ...(await factorCredentials(database.auth, user.id)).map(({ credential }) => credential),
      ],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const purpose = { type: 'registration', userId: user.id } as const;
    return c.json({ ...(await storeChallenge(services, purpose, options.challenge)), options });
  },
};

/**
 * Inserts a passkey. Locks the user's row, so that concurrent registrations are counted one by one.
 */
async function insertPasskey(
  client: PoolClient,
  userId: string,
  credential: NewCredential,
  now: Date,
) {
  await client.query('select 1 from auth.users where id = $1 for update', [userId]);
  const passkeys = await listPasskeys(client, userId);
  if (passkeys.length >= maxPasskeys) throw new AuthError('too_many_passkeys');
  const factors = await factorCredentials(client, userId);
  if (factors.some((factor) => factor.credential.id === credential.id)) {
    throw new AuthError('webauthn_credential_exists');
  }
  const id = randomUUID();
  const name = authenticatorName(credential.aaguid);
  const inserted = await client.query(
    `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key,
       attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up,
       friendly_name, created_at, updated_at)
     values ($1, $2, $3, $4, 'none', $5, $6, $7, $8, $9, $10, $11, $11)
     on conflict (credential_id) do nothing`,
    [
      id,
      userId,
      Buffer.from(credential.id, 'base64url'),
      Buffer.from(credential.publicKey, 'base64url'),
      credential.aaguid,
      credential.signCount,
      JSON.stringify(credential.transports),
      credential.backupEligible,
      credential.backedUp,
      name,
      now,
    ],
  );
  if (inserted.rowCount !== 1) throw new AuthError('webauthn_credential_exists');
  return presentPasskey({ id, friendly_name: name, created_at: now, last_used_at: null });
}

/** Adds the passkey that the browser created to the user's account. */
export const passkeyRegistrationVerify: AuthRoute = {
  method: 'POST',
  path: '/passkeys/registration/verify',
  handle: async (c, services) => {
    const rp = requireRelyingParty(services);
    const { user } = await requirePasskeyOwner(c, services);
    await countChange(c, services, user.id);
    const purpose = { type: 'registration', userId: user.id } as const;
    const { challenge, credential } = await readVerification(c, services, purpose);
    const created = await verifyCreation(credential, {
      rp,
      challenge,
      userVerification: 'required',
      errorCode: 'webauthn_verification_failed',
    });
    const passkey = await inTransaction(services.database.auth, async (client) => {
      const inserted = await insertPasskey(client, user.id, created, services.now());
      await recordAudit(client, c, 'passkey_created', user, { passkey_id: inserted.id });
      return inserted;
    });
    return c.json(passkey);
  },
};
