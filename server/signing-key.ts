import { calculateJwkThumbprint, CompactSign, compactVerify, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import * as v from 'valibot';

/** The algorithms that sign access tokens, by key type. */
const algorithmOf = { EC: 'ES256', RSA: 'RS256' } as const;
type SigningAlgorithm = (typeof algorithmOf)[keyof typeof algorithmOf];

const minRsaBits = 2048;

const ecKey = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
  kid: v.exactOptional(v.string()),
  alg: v.exactOptional(v.literal('ES256')),
});

const rsaKey = v.object({
  kty: v.literal('RSA'),
  n: v.pipe(
    v.string(),
    v.check((modulus) => Buffer.from(modulus, 'base64url').length * 8 >= minRsaBits),
  ),
  e: v.string(),
  d: v.string(),
  p: v.string(),
  q: v.string(),
  dp: v.string(),
  dq: v.string(),
  qi: v.string(),
  kid: v.exactOptional(v.string()),
  alg: v.exactOptional(v.literal('RS256')),
});

/** A private key as a JWK: ES256, or RS256 with 2048 bits or more. */
export const signingKey = v.variant('kty', [ecKey, rsaKey]);
type StoredSigningKey = v.InferOutput<typeof signingKey>;

/** A key that signs and verifies access tokens. */
export interface OpenedSigningKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  /** For `.well-known/jwks.json`. */
  readonly publicJwk: JWK;
  /** The secret from which others are derived. */
  readonly seed: string;
}

/** Adds the algorithm and, if missing, the key id (RFC 7638 thumbprint). */
export async function completeSigningKey(key: StoredSigningKey): Promise<JWK> {
  const kid = key.kid ?? (await calculateJwkThumbprint(publicPart(key)));
  return { ...key, kid, alg: algorithmOf[key.kty] };
}

/**
 * Imports a completed key. Throws if it is no signing key, or if its private and public parts do
 * not match.
 */
export async function openSigningKey(jwk: JWK): Promise<OpenedSigningKey> {
  const key = v.parse(signingKey, jwk);
  const { kid } = key;
  if (kid === undefined) throw new TypeError('A signing key needs a kid.');
  const alg = algorithmOf[key.kty];
  const publicJwk = { ...publicPart(key), kid, alg, use: 'sig', key_ops: ['verify'], ext: true };
  const opened = {
    kid,
    alg,
    privateKey: await importAsymmetric(key, alg),
    publicKey: await importAsymmetric(publicPart(key), alg),
    publicJwk,
    seed: key.d,
  };
  await checkKeyPair(opened);
  return opened;
}

function publicPart(key: StoredSigningKey): JWK {
  if (key.kty === 'RSA') return { kty: key.kty, n: key.n, e: key.e };
  return { kty: key.kty, crv: key.crv, x: key.x, y: key.y };
}

async function importAsymmetric(jwk: JWK, alg: SigningAlgorithm): Promise<CryptoKey> {
  const imported = await importJWK(jwk, alg);
  if (imported instanceof Uint8Array) throw new TypeError('A signing key is asymmetric.');
  return imported;
}

async function checkKeyPair({ alg, privateKey, publicKey }: OpenedSigningKey): Promise<void> {
  const token = await new CompactSign(Buffer.from('check'))
    .setProtectedHeader({ alg })
    .sign(privateKey);
  await compactVerify(token, publicKey);
}
