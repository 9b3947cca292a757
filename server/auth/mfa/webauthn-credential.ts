import type { Pool, PoolClient } from 'pg';
import type { Credential, CredentialUse, NewCredential } from '#server/auth/webauthn/ceremony.ts';

/** The value of mfa_factors.web_authn_credential, in the shape of GoTrue's library. */
interface StoredCredential {
  /** This and the other binary values are in base64. */
  readonly id: string;
  readonly publicKey: string;
  readonly attestationType: string;
  readonly transport: readonly string[];
  readonly flags: {
    readonly userPresent: boolean;
    readonly userVerified: boolean;
    readonly backupEligible: boolean;
    readonly backupState: boolean;
  };
  readonly authenticator: {
    readonly AAGUID: string;
    readonly signCount: number;
    readonly cloneWarning: boolean;
    readonly attachment: string;
  };
}

/** A second factor that is a WebAuthn credential. */
export interface CredentialFactor {
  readonly factorId: string;
  readonly credential: Credential;
}

const base64 = (base64Url: string) => Buffer.from(base64Url, 'base64url').toString('base64');
const base64Url = (text: string) => Buffer.from(text, 'base64').toString('base64url');

function toCredential(stored: StoredCredential): Credential {
  return {
    id: base64Url(stored.id),
    publicKey: base64Url(stored.publicKey),
    signCount: stored.authenticator.signCount,
    transports: stored.transport,
  };
}

/** Returns the credentials of the user's verified factors, and locks them if asked to. */
export async function factorCredentials(
  client: Pool | PoolClient,
  userId: string,
  lock: '' | 'for update' = '',
): Promise<readonly CredentialFactor[]> {
  const { rows } = await client.query<{ id: string; credential: StoredCredential }>(
    `select id, web_authn_credential as credential from auth.mfa_factors
     where user_id = $1 and factor_type = 'webauthn' and status = 'verified'
       and web_authn_credential is not null
     order by created_at, id ${lock}`,
    [userId],
  );
  return rows.map(({ id, credential }) => ({ factorId: id, credential: toCredential(credential) }));
}

export async function storeFactorCredential(
  client: PoolClient,
  factorId: string,
  created: NewCredential,
): Promise<void> {
  const stored: StoredCredential = {
    id: base64(created.id),
    publicKey: base64(created.publicKey),
    attestationType: 'none',
    transport: created.transports,
    flags: {
      userPresent: true,
      userVerified: created.userVerified,
      backupEligible: created.backupEligible,
      backupState: created.backedUp,
    },
    authenticator: {
      AAGUID: Buffer.from(created.aaguid.replaceAll('-', ''), 'hex').toString('base64'),
      signCount: created.signCount,
      cloneWarning: false,
      attachment: '',
    },
  };
  await client.query(
    'update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3 where id = $1',
    [factorId, stored, created.aaguid],
  );
}

/** Stores the counter that a credential reported. */
export async function storeFactorUse(
  client: PoolClient,
  factorId: string,
  { signCount }: CredentialUse,
): Promise<void> {
  await client.query(
    `update auth.mfa_factors set web_authn_credential =
       jsonb_set(web_authn_credential, '{authenticator,signCount}', to_jsonb($2::bigint))
     where id = $1`,
    [factorId, signCount],
  );
}
