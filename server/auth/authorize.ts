import { createHash } from 'node:crypto';
import { setCookie } from 'hono/cookie';
import { AuthError } from './auth-error.ts';
import { readCodeChallenge } from './flow-state.ts';
import { beginProviderFlow, flowCookie, flowSecrets } from './oidc-flow.ts';
import { addressSubject } from './rate-limits.ts';
import type { AuthRoute } from './services.ts';

/** Sends a browser to the configured provider to sign in there. */
export const authorize: AuthRoute = {
  method: 'GET',
  path: '/authorize',
  handle: async (c, services) => {
    const { oidc, limits, allowances, redirects, keys, siteUrl } = services;
    const { provider = '', scopes = '' } = c.req.query();
    if (oidc === null || provider !== oidc.name) {
      const message = 'Unsupported provider: provider is not enabled';
      throw new AuthError('validation_failed', message);
    }
    await limits.use(allowances.tokensFromAddress, addressSubject(c.get('clientAddress')));
    const challenge = readCodeChallenge(
      c.req.query('code_challenge') ?? '',
      c.req.query('code_challenge_method') ?? '',
    );
    const redirectTo = redirects.allowed(c.req.query('redirect_to'));
    const state = await beginProviderFlow(services, { provider, challenge, redirectTo });
    const secrets = flowSecrets(keys, state);
    const url = await oidc.authorizationUrl({
      state,
      nonce: secrets.nonce,
      challenge: createHash('sha256').update(secrets.verifier).digest('base64url'),
      scopes: scopes.slice(0, 500),
    });
    setCookie(c, flowCookie(state), '1', {
      httpOnly: true,
      sameSite: 'Lax',
      secure: siteUrl.startsWith('https:'),
      path: '/auth/v1/callback',
      maxAge: 600,
    });
    c.header('referrer-policy', 'no-referrer');
    return c.redirect(url, 302);
  },
};
