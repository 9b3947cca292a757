import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { SigningKeys } from './keys.ts';

/**
 * Refresh tokens are stored as hashes only. Each follows from the one before it and a key of the
 * server: whoever repeats a refresh with the old token within the reuse interval can be given the
 * same successor again, though it is stored nowhere.
 */
const purpose = 'refresh-token';

export function makeRefreshToken(): string {
  return randomBytes(24).toString('base64url');
}

export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The successor of a token under each key, the signing key's first. */
export function successorsOf(keys: SigningKeys, token: string): readonly string[] {
  return keys
    .derive(purpose)
    .map((key) => createHmac('sha256', key).update(token).digest().subarray(0, 24))
    .map((bytes) => bytes.toString('base64url'));
}

/** The successor to give out now. */
export function successorOf(keys: SigningKeys, token: string): string {
  const [successor] = successorsOf(keys, token);
  if (successor === undefined) throw new Error('There is no signing key.');
  return successor;
}
