import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { SigningKeys } from './keys.ts';

/**
 * Purpose of the derived keys. Refresh tokens are stored as hashes only. Each is derived from its
 * predecessor and a server key. A repeated refresh within the reuse interval thus gets the same
 * successor again, although it is not stored.
 */
const purpose = 'refresh-token';

export function makeRefreshToken(): string {
  return randomBytes(24).toString('base64url');
}

export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns the successor of a token under each key, the signing key's first. */
export function successorsOf(keys: SigningKeys, token: string): readonly string[] {
  return keys
    .derive(purpose)
    .map((key) => createHmac('sha256', key).update(token).digest().subarray(0, 24))
    .map((bytes) => bytes.toString('base64url'));
}

/** Returns the successor of a token under the signing key. */
export function successorOf(keys: SigningKeys, token: string): string {
  const [successor] = successorsOf(keys, token);
  if (successor === undefined) throw new Error('There is no signing key.');
  return successor;
}
