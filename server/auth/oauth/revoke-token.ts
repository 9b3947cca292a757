import { countFromAddress } from '#server/auth/limits/count-requests.ts';
import { sha256 } from '#server/http/caller/access-tokens.ts';
import type { AuthRoute } from '#server/auth/services.ts';
import { retryDeadlocks } from '#server/db/connections/retry-deadlocks.ts';
import { OAuthError, withOAuthErrors } from './oauth-error.ts';
import { readForm } from './read-parameters.ts';

/**
 * Revokes a token (RFC 7009): a refresh token with all that came of it, an access token alone.
 * An unknown one is no error.
 */
export const revokeOAuthToken: AuthRoute = {
  method: 'POST',
  path: '/oauth/revoke',
  handle: withOAuthErrors(async (c, services) => {
    await countFromAddress(c, services, services.allowances.tokensFromAddress);
    const { token = '', client_id: clientId = null } = await readForm(c);
    if (token === '') throw new OAuthError('invalid_request', 'The token is missing');
    // A grant is locked before its tokens, as a refresh does.
    await retryDeadlocks(() =>
      services.database.auth.query(
        `with ended as (
           delete from auth.oauth_grants g using auth.oauth_tokens t
           where t.token_hash = $1 and t.kind = 'refresh' and g.id = t.grant_id
             and ($2::text is null or g.client_id = $2)
         )
         delete from auth.oauth_tokens t using auth.oauth_grants g
         where t.token_hash = $1 and t.kind = 'access' and g.id = t.grant_id
           and ($2::text is null or g.client_id = $2)`,
        [sha256(token), clientId],
      ),
    );
    return c.body(null, 200);
  }),
};
