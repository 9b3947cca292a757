import { createHash, randomBytes } from 'node:crypto';
import { createBoundedCache } from '#server/http/bounded-cache.ts';
import type { AuthenticationError, Caller, CallerVerifier, Claims } from './caller.ts';

/** Too many unknown tokens came from one network address. */
export interface TooManyAttempts {
  readonly kind: 'too-many-attempts';
  readonly retryAfterSeconds: number;
}

/** Verifies callers who may also be programs with an access token: a personal one, or an app's. */
export interface ProgramVerifier {
  /** As {@link CallerVerifier.identify}; `clientAddress` returns the address that is guessing. */
  identify(
    headers: Pick<Headers, 'get'>,
    clientAddress: () => string,
  ): Promise<Caller | AuthenticationError | TooManyAttempts>;
}

/**
 * Returns the claims of the token with this SHA-256; null if it is unknown, revoked or expired. The
 * claim `aud` is the only address that the token opens; without it, the token opens all.
 */
export type FindTokenClaims = (hash: Buffer) => Promise<Claims | null>;

export interface ProgramVerifierOptions {
  readonly verifier: CallerVerifier;
  readonly findClaims: FindTokenClaims;
  readonly now: () => Date;
}

/** Returns the verifier of an address whose tokens name it as their audience. */
export type ProgramVerifierFor = (audience: string) => ProgramVerifier;

/**
 * `cbk_` (personal) or `cbo_` (of an app, by OAuth), 40 random hexadecimal digits, and the first 8
 * of their SHA-256.
 */
const tokenForm = /^cb[ko]_([0-9a-f]{40})([0-9a-f]{8})$/;
const accessTokenBearer = /^bearer +(cb[ko]_\S*) *$/i;

const attemptsPerMinute = 20;
const minuteMs = 60_000;
/** Addresses, and tokens that were valid once, of which a process keeps track. */
const maxKnown = 10_000;

const unknownToken: AuthenticationError = {
  kind: 'unacceptable-claims',
  message: 'The access token is unknown, expired or revoked',
};

const wrongAudience: AuthenticationError = {
  kind: 'unacceptable-claims',
  message: 'The access token was issued for another address of this server',
};

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Returns a new access token of an app. */
export function makeAppToken(): string {
  const digits = randomBytes(20).toString('hex');
  return `cbo_${digits}${sha256(digits).toString('hex').slice(0, 8)}`;
}

function hasChecksum(token: string): boolean {
  const [, digits = '', checksum = ''] = tokenForm.exec(token) ?? [];
  return checksum !== '' && sha256(digits).toString('hex').startsWith(checksum);
}

/**
 * Creates verifiers that also accept access tokens as the bearer. They ask for each request, so a
 * revoked token ends at once. Of one network address they accept {@link attemptsPerMinute} unknown
 * tokens a minute; tokens that were valid before are not limited, so guessing stalls nobody else.
 */
export function createProgramVerifiers(options: ProgramVerifierOptions): ProgramVerifierFor {
  const { verifier, findClaims, now } = options;
  const validBefore = createBoundedCache<true>(maxKnown);
  const attempts = createBoundedCache<{ readonly since: number; count: number }>(maxKnown);

  function attemptsOf(address: string): { readonly since: number; count: number } {
    const current = attempts.get(address);
    const time = now().getTime();
    if (current !== undefined && time >= current.since && time < current.since + minuteMs)
      return current;
    const fresh = { since: time, count: 0 };
    attempts.set(address, fresh);
    return fresh;
  }

  async function identifyProgram(
    token: string,
    apiKey: Caller['apiKey'],
    clientAddress: () => string,
    audience: string,
  ): Promise<Caller | AuthenticationError | TooManyAttempts> {
    if (!hasChecksum(token)) return unknownToken;
    const hash = sha256(token);
    const key = hash.toString('base64');
    const guesses = validBefore.get(key) === undefined ? attemptsOf(clientAddress()) : null;
    if (guesses !== null && guesses.count >= attemptsPerMinute) {
      const waitMs = guesses.since + minuteMs - now().getTime();
      return { kind: 'too-many-attempts', retryAfterSeconds: Math.ceil(waitMs / 1000) };
    }
    // Counted before the answer, so that guesses at the same time are counted too.
    if (guesses !== null) guesses.count += 1;
    const claims = await findClaims(hash);
    if (claims === null) {
      validBefore.delete(key);
      return unknownToken;
    }
    if (guesses !== null) guesses.count -= 1;
    validBefore.set(key, true);
    if (claims.aud !== undefined && claims.aud !== audience) return wrongAudience;
    return { apiKey, role: claims.role ?? 'anon', claims, claimsJson: JSON.stringify(claims) };
  }

  return (audience) => ({
    async identify(headers, clientAddress) {
      const token = accessTokenBearer.exec(headers.get('authorization') ?? '')?.[1];
      if (token === undefined) return verifier.identify(headers);
      // The API key is verified on its own.
      const caller = await verifier.identify({
        get: (name) => (name.toLowerCase() === 'authorization' ? null : headers.get(name)),
      });
      if ('kind' in caller) return caller;
      return identifyProgram(token, caller.apiKey, clientAddress, audience);
    },
  });
}
