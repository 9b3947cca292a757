import * as oauth from 'oauth4webapi';
import type { Config } from '#server/config.ts';
import { isPrivateTransport } from '#server/setting-values.ts';
import { AuthError } from '#server/auth/auth-error.ts';

/** Claims of a verified ID token. */
export interface ProviderClaims {
  readonly sub: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly picture: string | null;
}

/** Secrets of a flow: the nonce of its ID token, and the verifier of its code (PKCE). */
export interface FlowSecrets {
  readonly nonce: string;
  readonly verifier: string;
}

export interface OidcProvider {
  /** The provider's name in the auth API. */
  readonly name: string;
  /** Returns the URL of the provider's sign-in page, with the parameters that the client adds. */
  authorizationUrl(
    state: string,
    secrets: FlowSecrets,
    scopes: string,
    added?: Readonly<Record<string, string>>,
  ): Promise<string>;
  /** Exchanges the code of an authorization response, and returns the verified claims. */
  readResponse(response: URL, state: string, secrets: FlowSecrets): Promise<ProviderClaims>;
  /** Verifies an ID token. It must contain `nonce`, or no nonce if that is null. */
  verify(idToken: string, nonce: string | null): Promise<ProviderClaims>;
}

interface DiscoveredProvider {
  readonly metadata: oauth.AuthorizationServer;
  readonly fetchedAt: number;
}

const discoveryCacheMs = 3_600_000;
const clockToleranceSeconds = 60;
/** Limit of an ID token's age, because it is used at once. */
const maxIdTokenAgeSeconds = 600 + clockToleranceSeconds;

const maxResponseBytes = 1_000_000;

/** Ends a response that is too large. The library reads a whole body into memory. */
async function fetchBounded(
  url: string,
  { body: form, ...options }: oauth.CustomFetchOptions<string, URLSearchParams | undefined>,
): Promise<Response> {
  const response = await fetch(url, { ...options, body: form ?? null });
  let bytes = 0;
  const body = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > maxResponseBytes) throw new Error(`The response of ${url} is too large.`);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(body ?? null, response);
}

/** The library follows no redirect. {@link isPrivateTransport} decides about plain HTTP. */
const requestOptions = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: fetchBounded,
  signal: () => AbortSignal.timeout(10_000),
};

/** Codes of the library for a token response that contains no tokens. */
const tokenResponseCodes: readonly (string | undefined)[] = [
  oauth.PARSE_ERROR,
  oauth.RESPONSE_IS_NOT_CONFORM,
  oauth.RESPONSE_IS_NOT_JSON,
];

function toAuthError(cause: unknown): AuthError {
  if (
    cause instanceof oauth.ResponseBodyError ||
    cause instanceof oauth.WWWAuthenticateChallengeError ||
    (cause instanceof oauth.OperationProcessingError && tokenResponseCodes.includes(cause.code))
  ) {
    return new AuthError('bad_oauth_callback', 'Unable to exchange external code', { cause });
  }
  if (
    cause instanceof oauth.OperationProcessingError ||
    cause instanceof oauth.UnsupportedOperationError
  ) {
    return badIdToken(cause);
  }
  return cause instanceof AuthError ? cause : unreachable(cause);
}

function badIdToken(cause: unknown): AuthError {
  return new AuthError('bad_jwt', 'Bad ID token', { status: 400, cause });
}

function unreachable(cause: unknown): AuthError {
  return new AuthError('unexpected_failure', 'The sign-in provider cannot be reached', { cause });
}

/** Returns a text that can be stored; null if it is none. */
const nonEmptyText = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.isWellFormed() && !value.includes('\0')
    ? value
    : null;

/** OpenID Connect Core 1.0, section 2: at most 255 characters. An empty one would name everybody. */
const isSubject = (sub: string) => nonEmptyText(sub) !== null && sub.length <= 255;

function isFresh(issuedAt: number, now: Date): boolean {
  const ageSeconds = now.getTime() / 1000 - issuedAt;
  return ageSeconds >= -clockToleranceSeconds && ageSeconds <= maxIdTokenAgeSeconds;
}

function readClaims(claims: oauth.IDToken): ProviderClaims {
  const verified = claims['email_verified'];
  return {
    sub: claims.sub,
    email: nonEmptyText(claims['email']),
    emailVerified: verified === true || verified === 'true',
    name: nonEmptyText(claims['name']) ?? nonEmptyText(claims['preferred_username']),
    picture: nonEmptyText(claims['picture']),
  };
}

/**
 * Authenticates the client in a header, or in the body if the provider supports no header. The
 * library's Basic authentication escapes more characters than every provider decodes.
 */
function clientAuthentication(secret: string | null): oauth.ClientAuth {
  if (secret === null) return oauth.None();
  return (metadata, client, body, headers) => {
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    if (!methods.includes('client_secret_basic')) {
      return oauth.ClientSecretPost(secret)(metadata, client, body, headers);
    }
    const pair = `${encodeURIComponent(client.client_id)}:${encodeURIComponent(secret)}`;
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
  };
}

/** Fetches the discovery document. Its issuer may end with a slash, but OIDC_ISSUER never does. */
async function fetchMetadata(issuer: string): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(new URL(issuer), requestOptions);
  const metadata = await oauth
    .processDiscoveryResponse(new URL(issuer), response.clone())
    .catch(() => oauth.processDiscoveryResponse(new URL(`${issuer}/`), response));
  const endpoints = [metadata.authorization_endpoint, metadata.token_endpoint, metadata.jwks_uri];
  if (!endpoints.every((url = '') => isPrivateTransport(url))) {
    throw new Error(`The discovery document of ${issuer} names an unusable endpoint.`);
  }
  return metadata;
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
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = config;
  if (issuer === null || clientId === null) return null;
  const redirectUri = `${siteUrl}/auth/v1/callback`;
  const client = { client_id: clientId, [oauth.clockTolerance]: clockToleranceSeconds };
  const authentication = clientAuthentication(config.OIDC_CLIENT_SECRET);
  let cached: DiscoveredProvider | null = null;

  const discover = async (): Promise<oauth.AuthorizationServer> => {
    if (cached === null || performance.now() - cached.fetchedAt >= discoveryCacheMs) {
      const metadata = await fetchMetadata(issuer).catch((error: unknown) => {
        throw unreachable(error);
      });
      cached = { metadata, fetchedAt: performance.now() };
    }
    return cached.metadata;
  };

  /** Returns the claims of a token response after all checks of its ID token. */
  async function verifyTokens(
    metadata: oauth.AuthorizationServer,
    request: Response | Promise<Response>,
    nonce: string | null,
  ): Promise<ProviderClaims> {
    try {
      const response = await request;
      const tokens = await oauth.processAuthorizationCodeResponse(metadata, client, response, {
        expectedNonce: nonce ?? oauth.expectNoNonce,
        requireIdToken: true,
      });
      await oauth.validateApplicationLevelSignature(metadata, response, requestOptions);
      const claims = oauth.getValidatedIdTokenClaims(tokens);
      if (claims === undefined || !isFresh(claims.iat, now())) throw badIdToken('too old');
      if (!isSubject(claims.sub)) throw badIdToken('no subject');
      if (claims.azp !== undefined && claims.azp !== clientId) throw badIdToken('another azp');
      return readClaims(claims);
    } catch (error) {
      throw toAuthError(error);
    }
  }

  return {
    name: config.OIDC_NAME,
    async authorizationUrl(state, { nonce, verifier }, scopes, added) {
      const url = new URL((await discover()).authorization_endpoint ?? '');
      const requestedScopes = new Set(['openid', 'email', 'profile', ...scopes.split(/[\s,]+/)]);
      requestedScopes.delete('');
      // The client's come first, so that none of them replaces another.
      for (const [name, value] of Object.entries({
        ...added,
        ...Object.fromEntries(url.searchParams),
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: [...requestedScopes].join(' '),
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })) {
        url.searchParams.set(name, value);
      }
      return url.href;
    },
    async readResponse(response, state, { nonce, verifier }) {
      const metadata = await discover();
      let parameters: URLSearchParams;
      try {
        parameters = oauth.validateAuthResponse(metadata, client, response, state);
      } catch (cause) {
        const message = 'The response comes from another provider';
        throw new AuthError('bad_oauth_callback', message, { cause });
      }
      const request = oauth.authorizationCodeGrantRequest(
        metadata,
        client,
        authentication,
        parameters,
        redirectUri,
        verifier,
        requestOptions,
      );
      return verifyTokens(metadata, request, nonce);
    },
    async verify(idToken, nonce) {
      // The library verifies ID tokens of token responses only.
      const tokens = { access_token: '-', token_type: 'bearer', id_token: idToken };
      return verifyTokens(await discover(), Response.json(tokens), nonce);
    },
  };
}
