import { deleteCookie, getCookie } from 'hono/cookie';
import { AuthError } from './auth-error.ts';
import { issueCode } from './flow-state.ts';
import { findProviderAccount } from './oidc-account.ts';
import { flowCookie, flowSecrets, takeProviderFlow } from './oidc-flow.ts';
import type { FlowSecrets, StoredFlow } from './oidc-flow.ts';
import type { OidcProvider, ProviderClaims } from './oidc-provider.ts';
import { withError, withSession } from './redirect-answer.ts';
import { startSession } from './session.ts';
import type { AuthContext, AuthRoute, AuthServices } from './services.ts';
import { inTransaction } from './transaction.ts';

async function readClaims(
  oidc: OidcProvider,
  code: string,
  secrets: FlowSecrets,
): Promise<ProviderClaims> {
  return oidc.verify(await oidc.exchange(code, secrets.verifier), secrets.nonce);
}

/** Where the browser goes: with a code for who asked with PKCE, else with the session behind the `#`. */
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

async function answer(
  c: AuthContext,
  services: AuthServices,
  oidc: OidcProvider,
  flow: StoredFlow,
): Promise<string> {
  const { state = '', code = '', error, error_description: description } = c.req.query();
  if (error !== undefined) {
    // In the provider's words, cut short: they are shown to the person who was there.
    throw new AuthError('bad_oauth_callback', (description ?? error).slice(0, 300), {
      status: 403,
    });
  }
  if (code === '') throw new AuthError('bad_oauth_callback');
  await oidc.requireIssuer(c.req.query('iss'));
  const secrets = flowSecrets(services.keys, state);
  return signIn(c, services, oidc, flow, await readClaims(oidc, code, secrets));
}

/** Where the provider sends the browser back to. */
export const callback: AuthRoute = {
  method: 'GET',
  path: '/callback',
  handle: async (c, services) => {
    const { oidc, log, siteUrl } = services;
    if (oidc === null) throw new AuthError('oauth_provider_not_supported');
    const { state = '' } = c.req.query();
    c.header('referrer-policy', 'no-referrer');
    const cookie = flowCookie(state);
    const isSameBrowser = getCookie(c, cookie) === '1';
    deleteCookie(c, cookie, { path: '/auth/v1/callback' });
    const flow = isSameBrowser ? await takeProviderFlow(services, state) : null;
    const back = { redirectTo: flow?.referrer ?? siteUrl, inQuery: true };
    try {
      if (flow === null) throw new AuthError('bad_oauth_state');
      return c.redirect(await answer(c, services, oidc, flow), 303);
    } catch (error) {
      const refusal = error instanceof AuthError ? error : new AuthError('unexpected_failure');
      if (refusal.status >= 500) {
        log.error('a sign-in by provider failed', { requestId: c.get('requestId'), error });
      }
      return c.redirect(withError(back, refusal), 303);
    }
  },
};
