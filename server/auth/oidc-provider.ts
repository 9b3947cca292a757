import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import * as v from 'valibot';
import { isPrivateWay } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { AuthError } from './auth-error.ts';

/** Only algorithms with a public key: the client's secret may be known to others. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
];

const endpoint = v.pipe(v.string(), v.url(), v.check(isPrivateWay));

const discovery = v.object({
  issuer: v.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  token_endpoint_auth_methods_supported: v.optional(v.array(v.string()), ['client_secret_basic']),
});

type Discovery = v.InferOutput<typeof discovery>;

interface Opened extends Discovery {
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly openedAt: number;
}

/** What a provider says about somebody, after its signature was verified. */
export interface ProviderClaims {
  readonly sub: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly picture: string | null;
}

export interface OidcProvider {
  /** Its name in this protocol. */
  readonly name: string;
  /** Where a browser goes to sign in there. */
  authorizationUrl(flow: OidcFlow): Promise<string>;
  /** Exchanges a code for the ID token that it stands for. */
  exchange(code: string, verifier: string): Promise<string>;
  /** Verifies an ID token; `nonce` is what it must carry, null when it may carry none. */
  verify(idToken: string, nonce: string | null): Promise<ProviderClaims>;
  /** Refuses an answer that names another issuer (RFC 9207). */
  requireIssuer(issuer: string | undefined): Promise<void>;
}

interface OidcFlow {
  readonly state: string;
  readonly nonce: string;
  /** S256 challenge of the verifier that {@link OidcProvider.exchange} is given. */
  readonly challenge: string;
  readonly scopes: string;
}

const patienceMs = 10_000;
const rememberedMs = 3_600_000;
/** An ID token is used at once. */
const oldestToken = '10 minutes';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

function readClaims(payload: JWTPayload): ProviderClaims {
  const verified = payload['email_verified'];
  return {
    sub: payload.sub ?? '',
    email: text(payload['email']),
    emailVerified: verified === true || verified === 'true',
    name: text(payload['name']) ?? text(payload['preferred_username']),
    picture: text(payload['picture']),
  };
}

function unreachable(cause: unknown): AuthError {
  return new AuthError('unexpected_failure', 'The sign-in provider cannot be reached', { cause });
}

async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    return await fetch(url, { ...init, signal, redirect: 'error' });
  } catch (error) {
    throw unreachable(error);
  }
}

function sameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

/** The provider of OIDC_ISSUER, which is asked for its addresses when it is first needed; else null. */
export function openOidcProvider(
  config: Config,
  siteUrl: string,
  now: () => Date,
): OidcProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = config;
  if (issuer === null || clientId === null) return null;
  const redirectUri = `${siteUrl}/auth/v1/callback`;
  let opened: Opened | null = null;

  async function open(): Promise<Opened> {
    if (opened !== null && performance.now() - opened.openedAt < rememberedMs) return opened;
    const response = await ask(`${issuer}/.well-known/openid-configuration`);
    const read = v.safeParse(discovery, await response.json().catch(() => null));
    if (!response.ok || !read.success || !sameIssuer(read.output.issuer, issuer ?? '')) {
      throw unreachable(new Error(`The discovery document of ${issuer} cannot be used.`));
    }
    const keys = createRemoteJWKSet(new URL(read.output.jwks_uri), {
      timeoutDuration: patienceMs,
    });
    opened = { ...read.output, keys, openedAt: performance.now() };
    return opened;
  }

  /** How the client proves itself: with a secret, in the header unless the provider wants it in the body. */
  function clientProof(provider: Opened): {
    headers: Record<string, string>;
    body: Record<string, string>;
  } {
    const usual = { client_id: clientId ?? '' };
    if (secret === null) return { headers: {}, body: usual };
    if (!provider.token_endpoint_auth_methods_supported.includes('client_secret_basic')) {
      return { headers: {}, body: { ...usual, client_secret: secret } };
    }
    const pair = `${encodeURIComponent(clientId ?? '')}:${encodeURIComponent(secret)}`;
    return {
      headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
      body: {},
    };
  }

  return {
    name: config.OIDC_NAME,
    async authorizationUrl({ state, nonce, challenge, scopes }) {
      const url = new URL((await open()).authorization_endpoint);
      const wanted = new Set(['openid', 'email', 'profile', ...scopes.split(/[\s,]+/)]);
      wanted.delete('');
      for (const [name, value] of Object.entries({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: [...wanted].join(' '),
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })) {
        url.searchParams.set(name, value);
      }
      return url.href;
    },
    async exchange(code, verifier) {
      const provider = await open();
      const { headers, body } = clientProof(provider);
      const response = await ask(provider.token_endpoint, {
        method: 'POST',
        headers: { ...headers, accept: 'application/json' },
        body: new URLSearchParams({
          ...body,
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }),
      });
      const answer: unknown = await response.json().catch(() => null);
      const read = v.safeParse(v.object({ id_token: v.string() }), answer);
      if (!response.ok || !read.success) {
        throw new AuthError('bad_oauth_callback', 'Unable to exchange external code');
      }
      return read.output.id_token;
    },
    async verify(idToken, nonce) {
      const provider = await open();
      const bad = (cause: unknown) =>
        new AuthError('bad_jwt', 'Bad ID token', { status: 400, cause });
      let payload: JWTPayload;
      try {
        ({ payload } = await jwtVerify(idToken, provider.keys, {
          algorithms,
          issuer: provider.issuer,
          audience: clientId,
          requiredClaims: ['sub', 'exp', 'iat'],
          maxTokenAge: oldestToken,
          clockTolerance: 60,
          currentDate: now(),
        }));
      } catch (error) {
        if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) {
          throw unreachable(error);
        }
        throw bad(error);
      }
      const presenter = payload['azp'];
      if (presenter !== undefined && presenter !== clientId) throw bad(new Error('another azp'));
      if ((payload['nonce'] ?? null) !== nonce) throw bad(new Error('another nonce'));
      return readClaims(payload);
    },
    async requireIssuer(named) {
      if (named !== undefined && named !== (await open()).issuer) {
        throw new AuthError('bad_oauth_callback', 'The answer comes from another provider');
      }
    },
  };
}
