import { hkdfSync } from 'node:crypto';
import { SignJWT, type JSONWebKeySet, type JWK, type JWTPayload } from 'jose';
import type { VerificationKeys } from '#server/http/caller/tokens.ts';
import { openSigningKey } from '#server/signing-key.ts';

/** The signing keys of an installation (ES256 or RS256). The first signs, all verify. */
export interface SigningKeys extends VerificationKeys {
  /** Signs an access token with exactly these claims. */
  sign(claims: JWTPayload): Promise<string>;
  /** The public keys, for `.well-known/jwks.json`. */
  readonly jwks: JSONWebKeySet;
  /**
   * Derives a secret for `purpose` from each key, the signing key's first. Servers with the same
   * keys derive the same secrets, and secrets of older keys stay available after a key rotation.
   */
  derive(purpose: string): readonly Buffer[];
}

/** Creates the signing keys from private JWKs. The first one signs. */
export async function createSigningKeys(jwks: readonly JWK[]): Promise<SigningKeys> {
  const opened = await Promise.all(jwks.map(openSigningKey));
  const [first] = opened;
  if (first === undefined) throw new TypeError('At least one signing key is needed.');
  const byKid = new Map(opened.map((key) => [key.kid, key]));
  return {
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: first.alg, kid: first.kid, typ: 'JWT' })
        .sign(first.privateKey),
    publicKey: (kid) => byKid.get(kid) ?? null,
    jwks: { keys: opened.map((key) => key.publicJwk) },
    derive: (purpose) =>
      opened.map((key) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(key.seed, 'base64url'), '', purpose, 32)),
      ),
  };
}
