import { deleteCookie, getCookie } from 'hono/cookie';
import { AuthError } from '#server/auth/auth-error.ts';
import { issueCode } from '#server/auth/tokens/flow-state.ts';
import { findProviderAccount } from '#server/auth/oidc/oidc-account.ts';
import { flowCookie, flowSecrets, consumeProviderFlow } from '#server/auth/oidc/oidc-flow.ts';
import type { StoredFlow } from '#server/auth/oidc/oidc-flow.ts';
import type { OidcProvider, ProviderClaims } from '#server/auth/oidc/oidc-provider.ts';
import { redirectWithError, withSession } from '#server/auth/redirects/redirect-response.ts';
import { startSession } from '#server/auth/tokens/session.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';

/** Signs in and returns the redirect URL: with a code for PKCE, else with the session after `#`. */
async function signIn(
  c: AuthContext,
  services: AuthServices,
  oidc: OidcProvider,
  flow: StoredFlow,
  claims: ProviderClaims,
): Promise<string> {
  return inTransaction(services.database.auth, async (client) => {
    const user = await findProviderAccount(services, c, client, claims, oidc.name);
    if (flow.code_challenge === null) {
      await client.query('delete from auth.flow_state where id = $1', [flow.id]);
      const session = await startSession(services, c, client, user.id, 'oauth');
      return withSession(flow.referrer, session);
    }
    await client.query('update auth.flow_state set user_id = $2 where id = $1', [flow.id, user.id]);
    const code = await issueCode(services, client, flow.id);
    if (code === null) throw new AuthError('flow_state_not_found');
    const url = new URL(flow.referrer);
    url.searchParams.set('code', code);
    return url.href;
  });
}

async function handleProviderResponse(
  c: AuthContext,
  services: AuthServices,
  oidc: OidcProvider,
  flow: StoredFlow,
): Promise<string> {
  const { state = '', code = '', error, error_description: description } = c.req.query();
  if (error !== undefined) {
    // The page shows the provider's text to the user, so limit its length.
    throw new AuthError('bad_oauth_callback', (description ?? error).slice(0, 300), {
      status: 403,
    });
  }
  if (code === '') throw new AuthError('bad_oauth_callback');
  const secrets = flowSecrets(services.keys, state);
  const claims = await oidc.readResponse(new URL(c.req.url), state, secrets);
  return signIn(c, services, oidc, flow, claims);
}

/** Receives the browser from the provider, and redirects it to the page. */
export const callback: AuthRoute = {
  method: 'GET',
  path: '/callback',
  handle: async (c, services) => {
    const { oidc, siteUrl } = services;
    if (oidc === null) throw new AuthError('oauth_provider_not_supported');
    const { state = '' } = c.req.query();
    c.header('referrer-policy', 'no-referrer');
    const cookie = flowCookie(state);
    const isSameBrowser = getCookie(c, cookie) === '1';
    deleteCookie(c, cookie, { path: '/auth/v1/callback' });
    const flow = isSameBrowser ? await consumeProviderFlow(services, state) : null;
    const target = { redirectTo: flow?.referrer ?? siteUrl, inQuery: true };
    try {
      if (flow === null) throw new AuthError('bad_oauth_state');
      return c.redirect(await handleProviderResponse(c, services, oidc, flow), 303);
    } catch (error) {
      return redirectWithError(c, services, target, error, 'a sign-in by provider failed');
    }
  },
};
