import { errors, jwtVerify, type CryptoKey, type JWTHeaderParameters, type JWTPayload } from 'jose';
import type { AuthenticationError, Claims } from './caller.ts';
import { createBoundedCache } from '#server/http/bounded-cache.ts';

/** The public keys that may have signed an access token. */
export interface VerificationKeys {
  publicKey(kid: string): { readonly alg: string; readonly publicKey: CryptoKey } | null;
}

export interface TokenRules {
  readonly keys: VerificationKeys;
  /** The legacy HS256 secret; null if its tokens are not accepted. */
  readonly jwtSecret: string | null;
  /** `{site}/auth/v1`: the only issuer of tokens that the keys signed. */
  readonly issuer: string;
  /** The roles that a token may name. */
  readonly roles: ReadonlySet<string>;
  readonly now: () => Date;
}

interface VerifiedToken {
  readonly claims: Claims;
  /** The claim `role`; anon if it is missing, as in PostgREST. */
  readonly role: string;
  readonly claimsJson: string;
  /** Whether the legacy secret signed it. */
  readonly legacy: boolean;
}

export type TokenOutcome = VerifiedToken | AuthenticationError;

/** Verifies an access token. Verified tokens are cached; their expiry is checked each time. */
export type VerifyToken = (token: string) => Promise<TokenOutcome>;

/** Verifying takes about 100 µs, a cache lookup less than 1 µs. An entry takes about 2 kB. */
const maxCachedTokens = 5_000;
const maxTokenLength = 16_384;

/**
 * Issuers of the API keys that a Supabase project's legacy secret signs, besides the auth server.
 */
const legacyIssuers = ['supabase', 'supabase-demo'];
const audiences = ['authenticated', 'anon', 'service_role'];

function malformed(message: string): AuthenticationError {
  return { kind: 'malformed-token', message };
}

function unacceptable(message: string): AuthenticationError {
  return { kind: 'unacceptable-claims', message };
}

/** Returns the message for a claim with a wrong type or value. */
function wrongClaim({ claim, reason, message }: errors.JWTClaimValidationFailed): string {
  if (reason === 'invalid') return `The JWT '${claim}' claim must be a number`;
  return claim === 'nbf' ? 'JWT not yet valid' : message;
}

function refusalOf(error: unknown): AuthenticationError {
  if (error instanceof errors.JWTExpired) return { kind: 'expired-token' };
  if (error instanceof errors.JWTClaimValidationFailed) return unacceptable(wrongClaim(error));
  if (error instanceof errors.JWSSignatureVerificationFailed) return { kind: 'invalid-signature' };
  if (error instanceof errors.JWKSNoMatchingKey) return { kind: 'invalid-signature' };
  if (error instanceof errors.JOSEAlgNotAllowed) return { kind: 'invalid-signature' };
  if (error instanceof errors.JOSEError) return malformed('the token is not a valid JWT');
  throw error;
}

/** Returns the error of an audience; null if it names one of ours, or none. */
function wrongAudience(aud: unknown): string | null {
  if (aud === undefined) return null;
  const names: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!names.every((name) => typeof name === 'string')) {
    return `The JWT 'aud' claim must be a string or an array of strings`;
  }
  const isAccepted = names.length === 0 || names.some((name) => audiences.includes(name));
  return isAccepted ? null : 'JWT not in audience';
}

/** How far the issuer's clock may be ahead of ours. Expiry is exact. */
const allowedSkewSeconds = 30;

function hasExpired(exp: number | undefined, now: Date): boolean {
  return exp !== undefined && exp <= now.getTime() / 1000;
}

/**
 * Returns the key lookup of the verifier. Each algorithm has its own kind of key, so a public key
 * never serves as an HMAC secret.
 */
function keyFinder({ keys, jwtSecret }: TokenRules) {
  const secret = jwtSecret === null ? null : new TextEncoder().encode(jwtSecret);
  return (header: JWTHeaderParameters): CryptoKey | Uint8Array => {
    if (header.alg === 'HS256' && secret !== null) return secret;
    const key = header.kid === undefined ? null : keys.publicKey(header.kid);
    if (key === null || key.alg !== header.alg) throw new errors.JWKSNoMatchingKey();
    return key.publicKey;
  };
}

function acceptClaims(
  payload: JWTPayload,
  legacy: boolean,
  rules: TokenRules,
  now: Date,
): TokenOutcome {
  const { iss, aud, sub, exp, iat } = payload;
  if (hasExpired(exp, now)) return { kind: 'expired-token' };
  const latest = Math.floor(now.getTime() / 1000) + allowedSkewSeconds;
  if (iat !== undefined && iat > latest) return unacceptable('JWT issued at future');
  const role = payload['role'] ?? 'anon';
  const issuers = legacy ? [rules.issuer, ...legacyIssuers] : [rules.issuer];
  if (iss !== undefined && !issuers.includes(iss))
    return unacceptable('the issuer is not this server');
  const wrong = wrongAudience(aud);
  if (wrong !== null) return unacceptable(wrong);
  if (!legacy && exp === undefined) return unacceptable('the token never expires');
  if (sub !== undefined && typeof sub !== 'string') return unacceptable('sub is not a text');
  if (typeof role !== 'string' || !rules.roles.has(role)) {
    return unacceptable('the role is not one that a token may have');
  }
  const claims = { ...payload, role };
  return { claims, role, claimsJson: JSON.stringify(claims), legacy };
}

/** Creates the verifier for {@link TokenRules}. It never throws because of a token's content. */
export function createTokenVerifier(rules: TokenRules): VerifyToken {
  const verifiedTokens = createBoundedCache<VerifiedToken>(maxCachedTokens);
  const findKey = keyFinder(rules);
  const asymmetric = ['ES256', 'RS256'];
  const algorithms = rules.jwtSecret === null ? asymmetric : [...asymmetric, 'HS256'];

  return async (token) => {
    const now = rules.now();
    const cached = verifiedTokens.get(token);
    if (cached !== undefined) {
      if (!hasExpired(cached.claims.exp, now)) return cached;
      verifiedTokens.delete(token);
      return { kind: 'expired-token' };
    }
    if (token.length > maxTokenLength) return malformed('the token is too long');
    const parts = token.split('.').length;
    if (parts !== 3) return malformed(`Expected 3 parts in JWT; got ${parts}`);
    try {
      const { payload, protectedHeader } = await jwtVerify(token, findKey, {
        algorithms,
        currentDate: now,
        clockTolerance: allowedSkewSeconds,
      });
      const outcome = acceptClaims(payload, protectedHeader.alg === 'HS256', rules, now);
      if (!('kind' in outcome)) verifiedTokens.set(token, outcome);
      return outcome;
    } catch (error) {
      return refusalOf(error);
    }
  };
}
