import { hkdfSync } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import type { CryptoKey, JSONWebKeySet, JWK, JWTPayload } from 'jose';
import type { VerificationKeys } from '#server/http/tokens.ts';

/** The ES256 keys of an installation: one signs, all verify. */
export interface SigningKeys extends VerificationKeys {
  /** Signs an access token; the claims are taken as they are. */
  sign(claims: JWTPayload): Promise<string>;
  /** The public halves, for `.well-known/jwks.json`. */
  readonly jwks: JSONWebKeySet;
  /**
   * A secret for `purpose` from each key, the signing key's first. Servers that share the keys
   * share these too, and a new key does not make the secrets of the old ones unknown.
   */
  derive(purpose: string): readonly Buffer[];
}

interface OpenedKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: JWK;
  readonly seed: string;
}

async function openKey(jwk: JWK): Promise<OpenedKey> {
  const { kty, crv, x, y, d, kid } = jwk;
  if (
    kty !== 'EC' ||
    crv !== 'P-256' ||
    x === undefined ||
    y === undefined ||
    d === undefined ||
    kid === undefined
  ) {
    throw new TypeError('A signing key must be a private ES256 key with a kid.');
  }
  const point = { kty: 'EC' as const, crv, x, y };
  return {
    kid,
    privateKey: await importJWK({ ...point, d }, 'ES256'),
    publicKey: await importJWK(point, 'ES256'),
    publicJwk: { ...point, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true },
    seed: d,
  };
}

/** Opens the private keys of the secrets. The first signs. */
export async function createSigningKeys(jwks: readonly JWK[]): Promise<SigningKeys> {
  const opened = await Promise.all(jwks.map(openKey));
  const [first] = opened;
  if (first === undefined) throw new TypeError('At least one signing key is needed.');
  const byKid = new Map(opened.map((key) => [key.kid, key.publicKey]));
  return {
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: first.kid, typ: 'JWT' })
        .sign(first.privateKey),
    publicKey: (kid) => byKid.get(kid) ?? null,
    jwks: { keys: opened.map((key) => key.publicJwk) },
    derive: (purpose) =>
      opened.map((key) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(key.seed, 'base64url'), '', purpose, 32)),
      ),
  };
}
