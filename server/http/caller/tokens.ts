import { timingSafeEqual } from 'node:crypto';
import { sha256 } from './access-tokens.ts';
import { type Caller, type AuthenticationError, type CallerVerifier, isRefusal } from './caller.ts';
import { createTokenVerifier } from './verify-token.ts';
import type { TokenOutcome, TokenRules, VerifyToken } from './verify-token.ts';

export type { VerificationKeys } from './verify-token.ts';

type ApiKey = 'publishable' | 'secret';

const roleOfKey = { publishable: 'anon', secret: 'service_role', none: 'anon' } as const;
const claimsOfKey = {
  publishable: '{"role":"anon"}',
  secret: '{"role":"service_role"}',
  none: '{"role":"anon"}',
} as const;

/** The roles of the Supabase protocol. An installation may grant the login role more. */
const protocolRoles: ReadonlySet<string> = new Set(['anon', 'authenticated', 'service_role']);

export interface CallerVerifierOptions extends Omit<TokenRules, 'roles' | 'now'> {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly roles?: ReadonlySet<string>;
  readonly now?: () => Date;
}

function bearerOf(headers: Pick<Headers, 'get'>): string | null {
  return /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}

/**
 * Returns the kind of API key that a token stands for. Older clients use a token of the legacy
 * secret without a subject as their API key.
 */
function legacyKeyKind(outcome: TokenOutcome): ApiKey | null {
  if ('kind' in outcome || !outcome.legacy || outcome.claims.sub !== undefined) return null;
  if (outcome.role === 'anon') return 'publishable';
  return outcome.role === 'service_role' ? 'secret' : null;
}

function callerWithKey(apiKey: Caller['apiKey']): Caller {
  return { apiKey, role: roleOfKey[apiKey], claims: null, claimsJson: claimsOfKey[apiKey] };
}

/**
 * Creates the verifier of callers. An `apikey`, if sent, must be one of the installation's keys.
 * The bearer token is an API key too, or a user's token, whose role then counts.
 */
export function createCallerVerifier(options: CallerVerifierOptions): CallerVerifier {
  const { roles = protocolRoles, now = () => new Date() } = options;
  const verifyToken: VerifyToken = createTokenVerifier({ ...options, roles, now });
  const secret = { length: options.secretKey.length, digest: sha256(options.secretKey) };

  /**
   * Returns which API key the text is. Comparing the secret key takes constant time, so it leaks
   * only the length. The publishable key is public anyway.
   */
  function findApiKey(text: string): ApiKey | null {
    if (text === options.publishableKey) return 'publishable';
    if (text.length !== secret.length) return null;
    return timingSafeEqual(sha256(text), secret.digest) ? 'secret' : null;
  }

  async function identifyApiKey(
    text: string | null,
  ): Promise<Caller['apiKey'] | AuthenticationError> {
    if (text === null || text === '') return 'none';
    const apiKeyKind = findApiKey(text);
    if (apiKeyKind !== null) return apiKeyKind;
    const legacy = options.jwtSecret === null ? null : legacyKeyKind(await verifyToken(text));
    return legacy ?? { kind: 'unknown-api-key' };
  }

  async function identifyBearer(
    bearer: string,
    apiKey: Caller['apiKey'],
  ): Promise<Caller | AuthenticationError> {
    const apiKeyKind = findApiKey(bearer);
    if (apiKeyKind !== null) return callerWithKey(apiKeyKind);
    const outcome = await verifyToken(bearer);
    if ('kind' in outcome) return outcome;
    const legacy = legacyKeyKind(outcome);
    if (legacy !== null) return { ...callerWithKey(legacy), claimsJson: outcome.claimsJson };
    return { apiKey, role: outcome.role, claims: outcome.claims, claimsJson: outcome.claimsJson };
  }

  return {
    async identify(headers) {
      const apiKey = await identifyApiKey(headers.get('apikey'));
      if (typeof apiKey !== 'string') return apiKey;
      const bearer = bearerOf(headers);
      if (bearer === null) return callerWithKey(apiKey);
      const outcome = await identifyBearer(bearer, apiKey);
      // An unknown `sb_…` bearer is a wrong API key, not a malformed token.
      if (isRefusal(outcome) && isApiKey(bearer)) return { kind: 'unknown-api-key' };
      return outcome;
    },
  };
}

/** Returns whether a text has the form of an API key, which clients also send as a token. */
export function isApiKey(text: string): boolean {
  return text.startsWith('sb_');
}
