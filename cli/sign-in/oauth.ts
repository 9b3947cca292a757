import * as oauth from 'oauth4webapi';
import { CliError, exitCodes, messageOf } from '../cli-error.ts';
import type { Context } from '../context.ts';
import type { HostCredentials } from '../library/credentials.ts';
import { readBounded } from '../library/read-bounded.ts';
import { listenForCallback } from './loopback-server.ts';

export interface SignInOptions {
  readonly scopes: readonly string[];
  /** The name of the app on the consent page. */
  readonly appName: string;
}

/** The longest response to a request of a sign-in. */
const maxResponseMib = 1;

type FetchOptions = oauth.CustomFetchOptions<string, URLSearchParams | string | undefined>;

async function fetchBounded(address: string, { body, ...init }: FetchOptions): Promise<Response> {
  const response = await fetch(address, { ...init, body: body ?? null });
  const text = await readBounded(response, maxResponseMib * 1024 ** 2);
  if (text === null) throw new Error(`a response has more than ${maxResponseMib} MiB`);
  const { status, headers } = response;
  return new Response(text === '' ? null : text, { status, headers });
}

/** Installations in a home network often have no https. */
const requestOptions = (address: string) => ({
  [oauth.allowInsecureRequests]: address.startsWith('http:'),
  [oauth.customFetch]: fetchBounded,
  signal: () => AbortSignal.timeout(30_000),
});

/** Signs in with the browser, by OAuth 2.1 with a loopback redirect (RFC 8252). */
export async function signInWithBrowser(
  address: string,
  context: Context,
  { scopes, appName }: SignInOptions,
): Promise<HostCredentials> {
  const http = requestOptions(address);
  const { server, resource } = await discover(address);
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const callback = await listenForCallback(state);
  try {
    const { redirectUri } = callback;
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        {
          client_name: appName,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'none',
          grant_types: ['authorization_code', 'refresh_token'],
        },
        http,
      ),
    );
    const url = new URL(server.authorization_endpoint ?? '');
    // The system would open files and start programs by other addresses.
    if (!['http:', 'https:'].includes(url.protocol)) {
      throw new CliError(`${address} names a page to sign in that is none: ${url.href}`);
    }
    for (const [name, value] of [
      ['response_type', 'code'],
      ['client_id', client.client_id],
      ['redirect_uri', redirectUri],
      ['code_challenge', await oauth.calculatePKCECodeChallenge(verifier)],
      ['code_challenge_method', 'S256'],
      ['state', state],
      ['scope', scopes.join(' ')],
      ['resource', resource],
    ] as const) {
      url.searchParams.set(name, value);
    }
    context.note(`Allow access in the browser on this machine:\n\n  ${url.href}\n`);
    if (context.canAsk) await context.openPage(url.href);
    const answer = oauth.validateAuthResponse(server, client, await callback.arrived, state);
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        answer,
        redirectUri,
        verifier,
        http,
      ),
    );
    return toCredentials(tokens, client.client_id, server);
  } catch (error) {
    throw toCliError(error);
  } finally {
    callback.close();
  }
}

/** Returns the credentials with a fresh access token, if theirs is about to expire. */
export async function refreshCredentials(
  address: string,
  credentials: HostCredentials,
): Promise<HostCredentials> {
  const { refresh, expiresAt = Number.POSITIVE_INFINITY } = credentials;
  if (refresh === undefined || expiresAt > Date.now() + 60_000) return credentials;
  const server = serverOf(refresh);
  const client = { client_id: refresh.clientId };
  try {
    const tokens = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(
        server,
        client,
        oauth.None(),
        refresh.token,
        requestOptions(address),
      ),
    );
    return toCredentials(tokens, refresh.clientId, server, refresh.token);
  } catch (error) {
    throw toCliError(error);
  }
}

/** Ends the access of this device. Returns whether the server knows of it. */
export async function revokeCredentials(
  address: string,
  { refresh }: HostCredentials,
): Promise<boolean> {
  if (refresh?.revocationEndpoint === undefined) return false;
  try {
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(
        serverOf(refresh),
        { client_id: refresh.clientId },
        oauth.None(),
        refresh.token,
        requestOptions(address),
      ),
    );
    return true;
  } catch {
    return false;
  }
}

type Refresh = NonNullable<HostCredentials['refresh']>;

function serverOf({
  issuer,
  tokenEndpoint,
  revocationEndpoint,
}: Refresh): oauth.AuthorizationServer {
  return {
    issuer,
    token_endpoint: tokenEndpoint,
    ...(revocationEndpoint === undefined ? {} : { revocation_endpoint: revocationEndpoint }),
  };
}

/** Finds the authorization server by the metadata of the installation. */
async function discover(
  address: string,
): Promise<{ readonly server: oauth.AuthorizationServer; readonly resource: string }> {
  const http = requestOptions(address);
  const origin = new URL(address);
  try {
    const { resource, authorization_servers: [issuer = ''] = [] } =
      await oauth.processResourceDiscoveryResponse(
        origin,
        await oauth.resourceDiscoveryRequest(origin, http),
      );
    const issuerUrl = new URL(issuer);
    const server = await oauth.processDiscoveryResponse(
      issuerUrl,
      await oauth.discoveryRequest(issuerUrl, { ...http, algorithm: 'oauth2' }),
    );
    return { server, resource };
  } catch (error) {
    throw new CliError(
      `${address} offers no sign-in by browser (${messageOf(error)}). Check the address, or create an access token on your account page and use --with-token.`,
      exitCodes.failure,
      { cause: error },
    );
  }
}

function toCredentials(
  tokens: oauth.TokenEndpointResponse,
  clientId: string,
  server: oauth.AuthorizationServer,
  previousRefreshToken?: string,
): HostCredentials {
  const refreshToken = tokens.refresh_token ?? previousRefreshToken;
  return {
    token: tokens.access_token,
    ...(tokens.expires_in === undefined
      ? {}
      : { expiresAt: Date.now() + tokens.expires_in * 1000 }),
    ...(refreshToken === undefined
      ? {}
      : {
          refresh: {
            token: refreshToken,
            clientId,
            issuer: server.issuer,
            tokenEndpoint: server.token_endpoint ?? '',
            ...(server.revocation_endpoint === undefined
              ? {}
              : { revocationEndpoint: server.revocation_endpoint }),
          },
        }),
  };
}

function toCliError(error: unknown): unknown {
  if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied') {
    return new CliError(
      'You gave no access. Run `cuebook login` again if that was a mistake.',
      exitCodes.signIn,
    );
  }
  if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') {
    return new CliError('Your sign-in has ended. Run `cuebook login` again.', exitCodes.signIn, {
      cause: error,
    });
  }
  if (
    error instanceof oauth.AuthorizationResponseError ||
    error instanceof oauth.ResponseBodyError
  ) {
    const reason = error.error_description ?? error.error;
    return new CliError(`The sign-in failed: ${reason}.`, exitCodes.signIn, { cause: error });
  }
  if (error instanceof CliError) return error;
  return new CliError(`The sign-in failed: ${messageOf(error)}.`, exitCodes.signIn, {
    cause: error,
  });
}
