import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { SigningKeys } from './keys.ts';
import type { AuthServices } from '#server/auth/services.ts';

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'email_change_token_new'
  | 'email_change_token_current';

/** The secrets of a mail. Only their hashes are stored. */
export interface OneTimeSecret {
  /**
   * Token of the link. In a PKCE flow it starts with `pkce_`, so the link redirects with a code.
   */
  readonly token: string;
  /** Six digits to type in. */
  readonly code: string;
}

/** A stored token that has not been used. */
export interface OneTimeToken {
  readonly id: string;
  readonly user_id: string;
  readonly token_type: OneTimeTokenType;
  readonly relates_to: string;
  readonly code_hash: string | null;
  readonly expires_at: Date | null;
  readonly flow_state_id: string | null;
}

/** One hour, as the texts of the mails say. */
const lifeMs = 3_600_000;

const columns = 'id, user_id, token_type, relates_to, code_hash, expires_at, flow_state_id';

export const pkcePrefix = 'pkce_';

/** Returns when a secret that is stored now stops working. */
export function oneTimeSecretExpiry(now: Date): Date {
  return new Date(now.getTime() + lifeMs);
}

export function makeOneTimeSecret(isPkce: boolean): OneTimeSecret {
  const token = randomBytes(32).toString('base64url');
  return {
    token: isPkce ? `${pkcePrefix}${token}` : token,
    code: String(randomInt(1_000_000)).padStart(6, '0'),
  };
}

/**
 * Hashes a code with each key. A plain hash of six digits is guessed at once, so the hash needs a
 * key that is not in the database.
 */
function hashCode(keys: SigningKeys, email: string, code: string): readonly string[] {
  return keys
    .derive('one-time-code')
    .map((key) => createHmac('sha256', key).update(`${email}\n${code}`).digest('hex'));
}

/** Stores a new token. It replaces the user's older one of the same type. */
export async function storeOneTimeToken(
  services: AuthServices,
  client: PoolClient,
  token: {
    readonly userId: string;
    readonly type: OneTimeTokenType;
    readonly email: string;
    readonly secret: OneTimeSecret;
    /** The PKCE flow whose code the link returns. */
    readonly flowStateId?: string | null;
  },
): Promise<void> {
  const { userId, type, email, secret, flowStateId = null } = token;
  const now = services.now();
  await client.query(
    `insert into auth.one_time_tokens as kept
       (id, user_id, token_type, token_hash, code_hash, relates_to, created_at, updated_at, expires_at, flow_state_id)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $6, $7, $8)
     on conflict (user_id, token_type) do update set
       token_hash = excluded.token_hash, code_hash = excluded.code_hash,
       relates_to = excluded.relates_to, created_at = excluded.created_at,
       updated_at = excluded.updated_at, expires_at = excluded.expires_at,
       flow_state_id = excluded.flow_state_id`,
    [
      userId,
      type,
      hash('sha256', secret.token),
      hashCode(services.keys, email, secret.code)[0],
      email,
      now,
      oneTimeSecretExpiry(now),
      flowStateId,
    ],
  );
}

function isAlive(token: OneTimeToken, now: Date): boolean {
  return token.expires_at !== null && token.expires_at > now;
}

/**
 * Deletes and returns the token of a link; of two concurrent requests, one gets it. Returns null if
 * there is none, it has another type, or it has expired.
 */
export async function consumeByToken(
  services: AuthServices,
  client: PoolClient,
  token: string,
  types: readonly OneTimeTokenType[],
): Promise<OneTimeToken | null> {
  const { rows } = await client.query<OneTimeToken>(
    `delete from auth.one_time_tokens
     where token_hash = $1 and token_type::text = any ($2) returning ${columns}`,
    [hash('sha256', token), types],
  );
  const [consumed] = rows;
  return consumed !== undefined && isAlive(consumed, services.now()) ? consumed : null;
}

/** Consumes a token by address and code. A wrong code keeps it; rate limits count the attempts. */
export async function consumeByCode(
  services: AuthServices,
  client: PoolClient,
  email: string,
  code: string,
  types: readonly OneTimeTokenType[],
): Promise<OneTimeToken | null> {
  const { rows } = await client.query<OneTimeToken>(
    `select ${columns} from auth.one_time_tokens
     where relates_to = $1 and token_type::text = any ($2) for update`,
    [email, types],
  );
  const hashes = hashCode(services.keys, email, code).map((hex) => Buffer.from(hex));
  const matches = (stored: string | null) =>
    stored !== null &&
    hashes.some(
      (bytes) => stored.length === bytes.length && timingSafeEqual(Buffer.from(stored), bytes),
    );
  const found = rows.find((row) => matches(row.code_hash) && isAlive(row, services.now()));
  if (found === undefined) return null;
  await client.query('delete from auth.one_time_tokens where id = $1', [found.id]);
  return found;
}

/**
 * Deletes a user's tokens, and the codes that their links returned. A changed password or confirmed
 * address invalidates what was mailed before.
 */
export async function deleteOneTimeTokens(client: PoolClient, userId: string): Promise<void> {
  await client.query('delete from auth.one_time_tokens where user_id = $1', [userId]);
  await client.query(
    'delete from auth.flow_state where user_id = $1 and auth_code_issued_at is not null',
    [userId],
  );
}
