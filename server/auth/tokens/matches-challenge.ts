import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns whether a PKCE verifier matches the challenge of the request that began the sign-in. */
export function matchesChallenge(
  verifier: string,
  challenge: string,
  method: 's256' | 'plain' = 's256',
): boolean {
  const made =
    method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const [actual, expected] = [Buffer.from(made), Buffer.from(challenge)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
