import * as oauth from 'oauth4webapi';
import type { Person } from './sign-up.ts';
import type { TestServer } from './test-server.ts';

/** The tests' server speaks http on loopback, which the client refuses otherwise. */
export const insecure = { [oauth.allowInsecureRequests]: true } as const;

/** An app that has registered, driven by the real OAuth client. */
export interface OAuthApp {
  readonly as: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly redirectUri: string;
}

/** A request for access, as the app began it. */
export interface OAuthRequest {
  /** The address of the authorization endpoint, with the request's parameters. */
  readonly url: URL;
  readonly state: string;
  readonly verifier: string;
}

export interface OAuthRequestOptions {
  readonly scope?: string;
  /** The path of the resource. */
  readonly resource?: '' | '/mcp';
}

/** Finds the OAuth server by the metadata of its resource, and registers an app. */
export async function registerApp(
  server: TestServer,
  { name = 'Test app', redirectUri = 'http://127.0.0.1:7777/callback' } = {},
): Promise<OAuthApp> {
  const resource = new URL(`${server.url}/mcp`);
  const found = await oauth.resourceDiscoveryRequest(resource, insecure);
  const { authorization_servers: [issuer = ''] = [] } =
    await oauth.processResourceDiscoveryResponse(resource, found);
  const metadata = await oauth.discoveryRequest(new URL(issuer), {
    ...insecure,
    algorithm: 'oauth2',
  });
  const as = await oauth.processDiscoveryResponse(new URL(issuer), metadata);
  const response = await oauth.dynamicClientRegistrationRequest(
    as,
    { client_name: name, redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
    insecure,
  );
  const client = await oauth.processDynamicClientRegistrationResponse(response);
  return { as, client, redirectUri };
}

/** Prepares a request for access with PKCE. */
export async function requestAccess(
  server: TestServer,
  { as, client, redirectUri }: OAuthApp,
  { scope = 'prompts:read', resource = '' }: OAuthRequestOptions = {},
): Promise<OAuthRequest> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(as.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    scope,
    resource: `${server.url}${resource}`,
  }).toString();
  return { url, state, verifier };
}

/** Opens the request as a browser does, and returns where it is sent. */
export async function openRequest(url: URL): Promise<URL> {
  const response = await fetch(url, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'about:blank');
}

/** Opens the request and returns the id that the consent page receives. */
export async function authorizationId(url: URL): Promise<string> {
  const consentPage = await openRequest(url);
  const id = consentPage.searchParams.get('authorization_id');
  if (id === null) throw new Error(`The request was refused: ${consentPage.href}`);
  return id;
}

/** Approves a request as a person does on the consent page; returns where the browser goes. */
export async function approve(person: Person, url: URL): Promise<URL> {
  const { data, error } = await person.auth.oauth.approveAuthorization(await authorizationId(url), {
    skipBrowserRedirect: true,
  });
  if (error) throw error;
  return new URL(data.redirect_url);
}

/** Exchanges the code in `callback` for tokens; the client checks state and issuer. */
export async function redeem(
  { as, client, redirectUri }: OAuthApp,
  callback: URL,
  { state, verifier }: Pick<OAuthRequest, 'state' | 'verifier'>,
): Promise<oauth.TokenEndpointResponse> {
  const parameters = oauth.validateAuthResponse(as, client, callback, state);
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    verifier,
    insecure,
  );
  return oauth.processAuthorizationCodeResponse(as, client, response);
}

/** Takes an app through the whole sign-in, and returns its tokens. */
export async function connectApp(
  server: TestServer,
  person: Person,
  app: OAuthApp,
  options: OAuthRequestOptions = {},
): Promise<oauth.TokenEndpointResponse> {
  const request = await requestAccess(server, app, options);
  return redeem(app, await approve(person, request.url), request);
}

/** Exchanges a refresh token. */
export async function refresh(
  { as, client }: OAuthApp,
  token: string | undefined,
): Promise<oauth.TokenEndpointResponse> {
  const response = await oauth.refreshTokenGrantRequest(
    as,
    client,
    oauth.None(),
    token ?? '',
    insecure,
  );
  return oauth.processRefreshTokenResponse(as, client, response);
}
