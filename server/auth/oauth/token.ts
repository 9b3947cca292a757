import type { PoolClient } from 'pg';
import { addressSubject } from '#server/http/caller/client-address.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import type { AuthRoute } from '#server/auth/services.ts';
import { exchangeCode } from './exchange-code.ts';
import { countRefresh, exchangeRefreshToken } from './exchange-refresh-token.ts';
import { OAuthError, withOAuthErrors } from './oauth-error.ts';
import { readForm } from './read-parameters.ts';

const grants = {
  authorization_code: exchangeCode,
  refresh_token: exchangeRefreshToken,
} as const;

const isGrant = (name: string): name is keyof typeof grants => Object.hasOwn(grants, name);

/**
 * Exchanges a code or a refresh token for an access token. Failures count against the limit of the
 * network address; successes don't, since an app's own server refreshes for many people. A refresh
 * counts for its grant.
 */
export const oauthToken: AuthRoute = {
  method: 'POST',
  path: '/oauth/token',
  handle: withOAuthErrors(async (c, services) => {
    const { limits, allowances, database } = services;
    const subject = addressSubject(c.get('clientAddress'));
    await limits.use(allowances.tokensFromAddress, subject);
    const form = await readForm(c);
    const { grant_type: name = '', client_id: clientId = '' } = form;
    if (!isGrant(name)) {
      throw new OAuthError('unsupported_grant_type', 'The grant_type is not served');
    }
    if (clientId === '') throw new OAuthError('invalid_client', 'The client_id is missing');
    if (name === 'refresh_token') await countRefresh(services, form['refresh_token'] ?? '');
    // Errors are returned, not thrown, so that what they end is committed.
    const exchange = (client: PoolClient) =>
      grants[name](c, services, client, { ...form, client_id: clientId });
    const outcome = await inTransaction(database.auth, exchange);
    if (outcome instanceof OAuthError) throw outcome;
    await limits.refund(allowances.tokensFromAddress, subject);
    c.header('pragma', 'no-cache');
    return c.json(outcome);
  }),
};
