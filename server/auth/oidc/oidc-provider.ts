import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import * as v from 'valibot';
import { isPrivateTransport } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { AuthError } from '#server/auth/auth-error.ts';

/** Asymmetric algorithms only, because others may know the client's secret. */
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

const endpoint = v.pipe(v.string(), v.url(), v.check(isPrivateTransport));

const discovery = v.object({
  issuer: v.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  token_endpoint_auth_methods_supported: v.optional(v.array(v.string()), ['client_secret_basic']),
});

type Discovery = v.InferOutput<typeof discovery>;

interface DiscoveredProvider extends Discovery {
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly fetchedAt: number;
}

/** Claims of a verified ID token. */
export interface ProviderClaims {
  readonly sub: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly picture: string | null;
}

export interface OidcProvider {
  /** The provider's name in the auth API. */
  readonly name: string;
  /** Returns the URL of the provider's sign-in page. */
  authorizationUrl(flow: OidcFlow): Promise<string>;
  /** Exchanges an authorization code for an ID token. */
  exchangeCode(code: string, verifier: string): Promise<string>;
  /** Verifies an ID token. It must contain `nonce`, or no nonce if that is null. */
  verify(idToken: string, nonce: string | null): Promise<ProviderClaims>;
  /** Refuses a response that names another issuer (RFC 9207). */
  requireIssuer(issuer: string | undefined): Promise<void>;
}

interface OidcFlow {
  readonly state: string;
  readonly nonce: string;
  /** S256 challenge of the verifier that {@link OidcProvider.exchangeCode} receives. */
  readonly challenge: string;
  readonly scopes: string;
}

const requestTimeoutMs = 10_000;
const discoveryCacheMs = 3_600_000;
/** Limit of an ID token's age, because it is used at once. */
const maxIdTokenAge = '10 minutes';

const nonEmptyText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

function readClaims(payload: JWTPayload): ProviderClaims {
  const verified = payload['email_verified'];
  return {
    sub: payload.sub ?? '',
    email: nonEmptyText(payload['email']),
    emailVerified: verified === true || verified === 'true',
    name: nonEmptyText(payload['name']) ?? nonEmptyText(payload['preferred_username']),
    picture: nonEmptyText(payload['picture']),
  };
}

function unreachable(cause: unknown): AuthError {
  return new AuthError('unexpected_failure', 'The sign-in provider cannot be reached', { cause });
}

async function fetchFromProvider(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(requestTimeoutMs);
    return await fetch(url, { ...init, signal, redirect: 'error' });
  } catch (error) {
    throw unreachable(error);
  }
}

function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

/**
 * Returns the provider of OIDC_ISSUER, or null if it is not configured. Its discovery document is
 * fetched at the first use.
 */
export function openOidcProvider(
  config: Config,
  siteUrl: string,
  now: () => Date,
): OidcProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = config;
  if (issuer === null || clientId === null) return null;
  const redirectUri = `${siteUrl}/auth/v1/callback`;
  let cached: DiscoveredProvider | null = null;

  async function discover(): Promise<DiscoveredProvider> {
    if (cached !== null && performance.now() - cached.fetchedAt < discoveryCacheMs) return cached;
    const response = await fetchFromProvider(`${issuer}/.well-known/openid-configuration`);
    const read = v.safeParse(discovery, await response.json().catch(() => null));
    if (!response.ok || !read.success || !isSameIssuer(read.output.issuer, issuer ?? '')) {
      throw unreachable(new Error(`The discovery document of ${issuer} cannot be used.`));
    }
    const keys = createRemoteJWKSet(new URL(read.output.jwks_uri), {
      timeoutDuration: requestTimeoutMs,
    });
    cached = { ...read.output, keys, fetchedAt: performance.now() };
    return cached;
  }

  /**
   * Returns the client's credentials: in a header, or in the body if the provider supports no
   * header.
   */
  function clientAuthentication(provider: DiscoveredProvider): {
    headers: Record<string, string>;
    body: Record<string, string>;
  } {
    const clientIdOnly = { client_id: clientId ?? '' };
    if (secret === null) return { headers: {}, body: clientIdOnly };
    if (!provider.token_endpoint_auth_methods_supported.includes('client_secret_basic')) {
      return { headers: {}, body: { ...clientIdOnly, client_secret: secret } };
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
      const url = new URL((await discover()).authorization_endpoint);
      const requestedScopes = new Set(['openid', 'email', 'profile', ...scopes.split(/[\s,]+/)]);
      requestedScopes.delete('');
      for (const [name, value] of Object.entries({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: [...requestedScopes].join(' '),
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })) {
        url.searchParams.set(name, value);
      }
      return url.href;
    },
    async exchangeCode(code, verifier) {
      const provider = await discover();
      const { headers, body } = clientAuthentication(provider);
      const response = await fetchFromProvider(provider.token_endpoint, {
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
      const json: unknown = await response.json().catch(() => null);
      const read = v.safeParse(v.object({ id_token: v.string() }), json);
      if (!response.ok || !read.success) {
        throw new AuthError('bad_oauth_callback', 'Unable to exchange external code');
      }
      return read.output.id_token;
    },
    async verify(idToken, nonce) {
      const provider = await discover();
      const bad = (cause: unknown) =>
        new AuthError('bad_jwt', 'Bad ID token', { status: 400, cause });
      let payload: JWTPayload;
      try {
        ({ payload } = await jwtVerify(idToken, provider.keys, {
          algorithms,
          issuer: provider.issuer,
          audience: clientId,
          requiredClaims: ['sub', 'exp', 'iat'],
          maxTokenAge: maxIdTokenAge,
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
    async requireIssuer(responseIssuer) {
      if (responseIssuer !== undefined && responseIssuer !== (await discover()).issuer) {
        throw new AuthError('bad_oauth_callback', 'The answer comes from another provider');
      }
    },
  };
}
