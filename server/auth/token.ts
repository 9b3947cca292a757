import { AuthError } from './auth-error.ts';
import { idTokenGrant } from './grant-id-token.ts';
import { passwordGrant } from './grant-password.ts';
import { pkceGrant } from './grant-pkce.ts';
import { refreshTokenGrant } from './grant-refresh-token.ts';
import { addressSubject } from './rate-limits.ts';
import { requireKnownKey } from './require-session.ts';
import type { AuthHandler, AuthRoute } from './services.ts';

const grants: Readonly<Record<string, AuthHandler>> = {
  password: passwordGrant,
  refresh_token: refreshTokenGrant,
  pkce: pkceGrant,
  id_token: idTokenGrant,
  web3: () => {
    throw new AuthError('web3_provider_disabled');
  },
};

/** Exchanges what proves who somebody is for a session. */
export const token: AuthRoute = {
  method: 'POST',
  path: '/token',
  handle: async (c, services) => {
    await requireKnownKey(c, services);
    const name = c.req.query('grant_type') ?? '';
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
    if (grant === undefined) throw new AuthError('invalid_credentials', 'unsupported_grant_type');
    const { limits, allowances } = services;
    await limits.use(allowances.tokensFromAddress, addressSubject(c.get('clientAddress')));
    return grant(c, services);
  },
};
