import { createHash, timingSafeEqual } from 'node:crypto';
import type { Caller, CallerRefusal, CallerVerifier } from './caller.ts';
import { isRefusal } from './caller.ts';
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

/** The roles of the protocol; an installation may grant the login role more. */
const protocolRoles: ReadonlySet<string> = new Set(['anon', 'authenticated', 'service_role']);

export interface CallerVerifierOptions extends Omit<TokenRules, 'roles' | 'now'> {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly roles?: ReadonlySet<string>;
  readonly now?: () => Date;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function bearerOf(headers: Pick<Headers, 'get'>): string | null {
  return /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;
}

/** A token of the legacy secret without a subject is what older clients carry as their API key. */
function asLegacyKey(outcome: TokenOutcome): ApiKey | null {
  if ('kind' in outcome || !outcome.legacy || outcome.claims.sub !== undefined) return null;
  if (outcome.role === 'anon') return 'publishable';
  return outcome.role === 'service_role' ? 'secret' : null;
}

function byKey(apiKey: Caller['apiKey']): Caller {
  return { apiKey, role: roleOfKey[apiKey], claims: null, claimsJson: claimsOfKey[apiKey] };
}

/**
 * Tells who calls. `apikey` must be one of the installation's keys when it is sent; the bearer is
 * a key again, or a user's token, whose role then counts.
 */
export function createCallerVerifier(options: CallerVerifierOptions): CallerVerifier {
  const { roles = protocolRoles, now = () => new Date() } = options;
  const verifyToken: VerifyToken = createTokenVerifier({ ...options, roles, now });
  const secret = { length: options.secretKey.length, digest: digest(options.secretKey) };

  /** Every page shows the publishable key; how fast the other is refused must tell nothing but its length. */
  function keyNamed(text: string): ApiKey | null {
    if (text === options.publishableKey) return 'publishable';
    if (text.length !== secret.length) return null;
    return timingSafeEqual(digest(text), secret.digest) ? 'secret' : null;
  }

  async function identifyApiKey(text: string | null): Promise<Caller['apiKey'] | CallerRefusal> {
    if (text === null || text === '') return 'none';
    const named = keyNamed(text);
    if (named !== null) return named;
    const legacy = options.jwtSecret === null ? null : asLegacyKey(await verifyToken(text));
    return legacy ?? { kind: 'unknown-api-key' };
  }

  async function identifyBearer(
    bearer: string,
    apiKey: Caller['apiKey'],
  ): Promise<Caller | CallerRefusal> {
    const named = keyNamed(bearer);
    if (named !== null) return byKey(named);
    const outcome = await verifyToken(bearer);
    if ('kind' in outcome) return outcome;
    const legacy = asLegacyKey(outcome);
    if (legacy !== null) return { ...byKey(legacy), claimsJson: outcome.claimsJson };
    return { apiKey, role: outcome.role, claims: outcome.claims, claimsJson: outcome.claimsJson };
  }

  return {
    async identify(headers) {
      const apiKey = await identifyApiKey(headers.get('apikey'));
      if (typeof apiKey !== 'string') return apiKey;
      const bearer = bearerOf(headers);
      if (bearer === null) return byKey(apiKey);
      const outcome = await identifyBearer(bearer, apiKey);
      // A made-up key as the bearer is no token at all: say so in the words for keys.
      if (isRefusal(outcome) && bearer.startsWith('sb_')) return { kind: 'unknown-api-key' };
      return outcome;
    },
  };
}
