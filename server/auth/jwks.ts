import type { AuthRoute } from './services.ts';

/** The public keys, so that anybody can verify access tokens. */
export const jwks: AuthRoute = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  handle: (c, { keys }) => {
    c.header('cache-control', 'public, max-age=600');
    return c.json(keys.jwks);
  },
};
