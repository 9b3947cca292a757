import { routes } from '#contract/routes.ts';
import { redirectAway } from '#server/auth/redirects/redirect-response.ts';
import { countFromAddress } from '#server/auth/limits/count-requests.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { findClient, type OAuthClient } from './clients.ts';
import { issuerOf } from './metadata.ts';
import { OAuthError } from './oauth-error.ts';
import { isLoopback, isRegistered, withParameters } from './redirect-uri.ts';
import { readParameters } from './read-parameters.ts';
import { readResource, readScopes } from './resources.ts';

/** How long a person has to sign in and decide. */
const decisionMs = 30 * 60_000;
const maxStateLength = 4000;

/** The problems that the consent page explains, since no app can be trusted with them. */
type PageProblem = 'unknown-client' | 'redirect-uri' | 'invalid-request';

function redirectToProblem(c: AuthContext, { siteUrl }: AuthServices, problem: PageProblem) {
  return c.redirect(`${siteUrl}${routes.oauthConsent}?error=${problem}`, 302);
}

interface AuthorizationRequest {
  readonly state: string | null;
  readonly scopes: readonly string[];
  readonly audience: string;
  readonly codeChallenge: string;
}

function readRequest(search: URLSearchParams, siteUrl: string): AuthorizationRequest {
  const parameters = readParameters(search);
  const { response_type, response_mode = 'query', code_challenge = '', state } = parameters;
  if (response_type !== 'code') {
    throw new OAuthError('unsupported_response_type', 'The response_type must be code');
  }
  if (response_mode !== 'query') {
    throw new OAuthError('invalid_request', 'The response_mode must be query');
  }
  if (parameters['code_challenge_method'] !== 'S256' || !/^[\w-]{43}$/.test(code_challenge)) {
    throw new OAuthError(
      'invalid_request',
      'PKCE is required: a code_challenge with the method S256',
    );
  }
  if (state !== undefined && state.length > maxStateLength) {
    throw new OAuthError('invalid_request', `The state has more than ${maxStateLength} characters`);
  }
  return {
    state: state ?? null,
    scopes: readScopes(parameters['scope']),
    audience: readResource(parameters['resource'], siteUrl),
    codeChallenge: code_challenge,
  };
}

/** Returns the address that a request names; null if it isn't one that the app registered. */
function findRedirectUri(client: OAuthClient, requested: readonly string[]): string | null {
  const [uri, second] = requested;
  if (second !== undefined) return null;
  // An app with one address needn't name it.
  if (uri === undefined)
    return client.redirect_uris.length === 1 ? (client.redirect_uris[0] ?? null) : null;
  return isRegistered(uri, client.redirect_uris) ? uri : null;
}

async function storeRequest(
  { database, now }: AuthServices,
  client: OAuthClient,
  redirectUri: string,
  request: AuthorizationRequest,
): Promise<string> {
  const at = now();
  const { rows } = await database.auth.query<{ id: string }>(
    `insert into auth.oauth_authorizations
       (client_id, redirect_uri, state, scopes, audience, code_challenge, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      client.id,
      redirectUri,
      request.state,
      request.scopes,
      request.audience,
      request.codeChallenge,
      at,
      new Date(at.getTime() + decisionMs),
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A request just stored is not there.');
  return row.id;
}

/** Returns the app that the request names; null if there is no such app. */
async function findRequestingClient(
  c: AuthContext,
  services: AuthServices,
  ids: readonly string[],
): Promise<OAuthClient | null> {
  const [id = '', second] = ids;
  if (second !== undefined) return null;
  try {
    return await findClient(c, services, id);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    services.log.info('a client metadata document was refused', {
      requestId: c.get('requestId'),
      error,
    });
    return null;
  }
}

/**
 * Starts a request for access: stores it, and sends the browser to the consent page. Errors go back
 * to the app only if it runs on the person's own machine. Anybody can register an app, so sending
 * a browser to any other address without a decision would make this an open redirect (RFC 9700,
 * section 4.11.2).
 */
export const authorizeApp: AuthRoute = {
  method: 'GET',
  path: '/oauth/authorize',
  handle: async (c, services) => {
    const { siteUrl } = services;
    await countFromAddress(c, services, services.allowances.tokensFromAddress);
    c.header('referrer-policy', 'no-referrer');
    const search = new URL(c.req.url).searchParams;
    const client = await findRequestingClient(c, services, search.getAll('client_id'));
    if (client === null) return redirectToProblem(c, services, 'unknown-client');
    const redirectUri = findRedirectUri(client, search.getAll('redirect_uri'));
    if (redirectUri === null) return redirectToProblem(c, services, 'redirect-uri');
    try {
      const request = readRequest(search, siteUrl);
      const id = await storeRequest(services, client, redirectUri, request);
      return c.redirect(`${siteUrl}${routes.oauthConsent}?authorization_id=${id}`, 302);
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      if (!isLoopback(redirectUri)) return redirectToProblem(c, services, 'invalid-request');
      const parameters = {
        error: error.code,
        error_description: error.message,
        state: search.get('state'),
        iss: issuerOf(siteUrl),
      };
      return redirectAway(c, withParameters(redirectUri, parameters));
    }
  },
};
