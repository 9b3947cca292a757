import type { AuthRoute } from '#server/auth/services.ts';

/** Publishes the public keys that verify access tokens. */
export const jwks: AuthRoute = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  handle: (c, { keys }) => {
    c.header('cache-control', 'public, max-age=600');
    return c.json(keys.jwks);
  },
};
