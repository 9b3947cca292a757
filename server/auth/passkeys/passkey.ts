import type { Pool, PoolClient } from 'pg';
import type { RelyingParty } from '#server/http/relying-party.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import {
  lacksSecondFactor,
  requireSession,
  type SignedIn,
} from '#server/auth/tokens/require-session.ts';
import type { Credential } from '#server/auth/webauthn/ceremony.ts';

/** A row of auth.webauthn_credentials. */
export interface Passkey {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly sign_count: number;
  readonly transports: readonly string[];
  readonly friendly_name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const columns = `id, user_id, credential_id, public_key, sign_count::float8 as sign_count,
  transports, friendly_name, created_at, last_used_at`;

export async function listPasskeys(
  client: Pool | PoolClient,
  userId: string,
): Promise<readonly Passkey[]> {
  const { rows } = await client.query<Passkey>(
    `select ${columns} from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows;
}

/** Returns the passkey of a credential id, and locks it until the transaction ends. */
export async function lockPasskey(
  client: PoolClient,
  credentialId: string,
): Promise<Passkey | null> {
  const { rows } = await client.query<Passkey>(
    `select ${columns} from auth.webauthn_credentials where credential_id = $1 for update`,
    [Buffer.from(credentialId, 'base64url')],
  );
  return rows[0] ?? null;
}

export function credentialOf(passkey: Passkey): Credential {
  return {
    id: passkey.credential_id.toString('base64url'),
    publicKey: passkey.public_key.toString('base64url'),
    signCount: passkey.sign_count,
    transports: passkey.transports,
  };
}

/** Returns a passkey as the protocol lists it. The key and the counter stay here. */
export function presentPasskey(
  passkey: Pick<Passkey, 'id' | 'friendly_name' | 'created_at' | 'last_used_at'>,
) {
  return {
    id: passkey.id,
    ...(passkey.friendly_name === '' ? {} : { friendly_name: passkey.friendly_name }),
    created_at: passkey.created_at.toISOString(),
    ...(passkey.last_used_at === null ? {} : { last_used_at: passkey.last_used_at.toISOString() }),
  };
}

/** Returns what passkeys are bound to, or refuses if this site's address can't have any. */
export function requireRelyingParty({ relyingParty }: AuthServices): RelyingParty {
  if (relyingParty === null) throw new AuthError('passkey_disabled');
  return relyingParty;
}

/**
 * Returns a signed-in user who may manage passkeys: no guest, and with every factor that the account
 * has.
 */
export async function requirePasskeyOwner(
  c: AuthContext,
  services: AuthServices,
): Promise<SignedIn> {
  const signedIn = await requireSession(c, services);
  if (signedIn.user.is_anonymous) {
    const message = 'Anonymous user not allowed to perform these actions';
    throw new AuthError('no_authorization', message, { status: 403 });
  }
  if (lacksSecondFactor(signedIn)) {
    const message = 'AAL2 session is required to manage passkeys when MFA is enabled';
    throw new AuthError('insufficient_aal', message);
  }
  return signedIn;
}
