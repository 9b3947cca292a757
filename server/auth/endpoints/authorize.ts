import { setCookie } from 'hono/cookie';
import { invalid } from '#server/auth/auth-error.ts';
import { readCodeChallenge } from '#server/auth/tokens/flow-state.ts';
import { beginProviderFlow, flowCookie, flowSecrets } from '#server/auth/oidc/oidc-flow.ts';
import { redirectAway } from '#server/auth/redirects/redirect-response.ts';
import { addressSubject } from '#server/http/caller/client-address.ts';
import type { AuthRoute } from '#server/auth/services.ts';

/** Redirects the browser to the configured provider's sign-in. */
export const authorize: AuthRoute = {
  method: 'GET',
  path: '/authorize',
  handle: async (c, services) => {
    const { oidc, limits, allowances, redirects, keys, siteUrl } = services;
    const { provider = '', scopes = '' } = c.req.query();
    if (oidc === null || provider !== oidc.name) {
      throw invalid('Unsupported provider: provider is not enabled');
    }
    await limits.use(allowances.tokensFromAddress, addressSubject(c.get('clientAddress')));
    const challenge = readCodeChallenge(
      c.req.query('code_challenge') ?? '',
      c.req.query('code_challenge_method') ?? '',
    );
    const redirectTo = redirects.resolve(c.req.query('redirect_to'));
    const state = await beginProviderFlow(services, { provider, challenge, redirectTo });
    const url = await oidc.authorizationUrl(state, flowSecrets(keys, state), scopes.slice(0, 500));
    setCookie(c, flowCookie(state), '1', {
      httpOnly: true,
      sameSite: 'Lax',
      secure: siteUrl.startsWith('https:'),
      path: '/auth/v1/callback',
      maxAge: 600,
    });
    c.header('referrer-policy', 'no-referrer');
    return redirectAway(c, url);
  },
};
