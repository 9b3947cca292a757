import { AuthError } from '#server/auth/auth-error.ts';
import { idTokenGrant } from '#server/auth/tokens/grant-id-token.ts';
import { passwordGrant } from '#server/auth/tokens/grant-password.ts';
import { pkceGrant } from '#server/auth/tokens/grant-pkce.ts';
import { refreshTokenGrant } from '#server/auth/tokens/grant-refresh-token.ts';
import { countFromAddress } from '#server/auth/limits/count-requests.ts';
import { refuseUnknownApiKey } from '#server/auth/tokens/require-session.ts';
import type { AuthHandler, AuthRoute } from '#server/auth/services.ts';

const grants: Readonly<Record<string, AuthHandler>> = {
  password: passwordGrant,
  refresh_token: refreshTokenGrant,
  pkce: pkceGrant,
  id_token: idTokenGrant,
  web3: () => {
    throw new AuthError('web3_provider_disabled');
  },
};

/** Exchanges a grant (password, refresh token, code or ID token) for a session. */
export const token: AuthRoute = {
  method: 'POST',
  path: '/token',
  handle: async (c, services) => {
    await refuseUnknownApiKey(c, services);
    const name = c.req.query('grant_type') ?? '';
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
    if (grant === undefined) throw new AuthError('invalid_credentials', 'unsupported_grant_type');
    // A refresh is counted when its account is known.
    if (grant !== refreshTokenGrant) {
      await countFromAddress(c, services, services.allowances.tokensFromAddress);
    }
    return grant(c, services);
  },
};
