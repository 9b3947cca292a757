import { setCookie } from 'hono/cookie';
import { invalid } from '#server/auth/auth-error.ts';
import { readCodeChallenge } from '#server/auth/tokens/flow-state.ts';
import { beginProviderFlow, flowCookie, flowSecrets } from '#server/auth/oidc/oidc-flow.ts';
import { redirectAway } from '#server/auth/redirects/redirect-response.ts';
import { countFromAddress } from '#server/auth/limits/count-requests.ts';
import type { AuthRoute } from '#server/auth/services.ts';

/** Parameters of this endpoint. The provider gets all others, such as `prompt` and `login_hint`. */
const ownParameters = new Set([
  'apikey',
  'code_challenge',
  'code_challenge_method',
  'provider',
  'redirect_to',
  'scopes',
  'skip_http_redirect',
]);

/** Parameters that would replace those of this server, or change how the provider responds. */
const refusedParameters = new Set(['invite_token', 'request', 'request_uri', 'response_mode']);

/** Returns the parameters that the client adds for the provider (`queryParams`). */
function parametersForProvider(
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const refused = Object.keys(query).find((name) => refusedParameters.has(name));
  if (refused !== undefined) throw invalid(`The parameter ${refused} is not supported`);
  return Object.fromEntries(Object.entries(query).filter(([name]) => !ownParameters.has(name)));
}

/** Redirects the browser to the configured provider's sign-in. */
export const authorize: AuthRoute = {
  method: 'GET',
  path: '/authorize',
  handle: async (c, services) => {
    const { oidc, redirects, keys, siteUrl } = services;
    const { provider = '', scopes = '' } = c.req.query();
    if (oidc === null || provider !== oidc.name) {
      throw invalid('Unsupported provider: provider is not enabled');
    }
    const added = parametersForProvider(c.req.query());
    await countFromAddress(c, services, services.allowances.tokensFromAddress);
    const challenge = readCodeChallenge(
      c.req.query('code_challenge') ?? '',
      c.req.query('code_challenge_method') ?? '',
    );
    const redirectTo = redirects.resolve(c.req.query('redirect_to'));
    const state = await beginProviderFlow(services, { provider, challenge, redirectTo });
    const secrets = flowSecrets(keys, state);
    const url = await oidc.authorizationUrl(state, secrets, scopes.slice(0, 500), added);
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
