import type { PoolClient } from 'pg';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import type { AuthRoute } from '#server/auth/services.ts';
import { requireSecondFactor, requireSession } from '#server/auth/tokens/require-session.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { isUuid } from '#contract/uuid.ts';
import { presentClient, type PresentedClient, presentedColumns } from './clients.ts';

interface GrantRow extends PresentedClient {
  readonly id: string;
  readonly scopes: readonly string[];
  readonly audience: string;
  readonly group_id: string | null;
  readonly team_id: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** Lists what the person allowed apps, newest first. */
export const listGrants: AuthRoute = {
  method: 'GET',
  path: '/user/oauth/grants',
  handle: async (c, services) => {
    const signedIn = await requireSession(c, services);
    requireSecondFactor(signedIn, 'list connected apps');
    const { rows } = await services.database.auth.query<GrantRow>(
      `select g.id, g.scopes, g.audience, g.group_id, g.team_id, g.created_at, g.last_used_at,
         ${presentedColumns}
       from auth.oauth_grants g join auth.oauth_clients c on c.id = g.client_id
       where g.user_id = $1 order by g.created_at desc, g.id`,
      [signedIn.user.id],
    );
    return c.json(
      rows.map((row) => ({
        id: row.id,
        client: presentClient(row),
        scopes: row.scopes,
        resource: row.audience,
        group_id: row.group_id,
        team_id: row.team_id,
        granted_at: row.created_at,
        last_used_at: row.last_used_at,
      })),
    );
  },
};

/**
 * Ends an app's access: by `grant_id` what was allowed once, else all that the app of `client_id`
 * was allowed. Its tokens and unused codes are gone with it.
 */
export const revokeGrants: AuthRoute = {
  method: 'DELETE',
  path: '/user/oauth/grants',
  handle: async (c, services) => {
    const signedIn = await requireSession(c, services);
    requireSecondFactor(signedIn, 'disconnect an app');
    const { user } = signedIn;
    const { client_id: clientId = '', grant_id: grantId = null } = c.req.query();
    if (grantId !== null && !isUuid(grantId)) throw new AuthError('oauth_consent_not_found');
    const revoke = async (client: PoolClient) => {
      const { rowCount: codes } = await client.query(
        `delete from auth.oauth_authorizations
         where user_id = $1 and client_id = $2 and code_used_at is null and $3::uuid is null`,
        [user.id, clientId, grantId],
      );
      const { rowCount: grants } = await client.query(
        `delete from auth.oauth_grants
         where user_id = $1 and case when $3::uuid is null then client_id = $2 else id = $3 end`,
        [user.id, clientId, grantId],
      );
      if (codes === 0 && grants === 0) throw new AuthError('oauth_consent_not_found');
      await recordAudit(client, c, 'oauth_consent_revoked', user, {
        client_id: clientId,
        grant_id: grantId,
      });
    };
    await inTransaction(services.database.auth, revoke);
    return c.body(null, 204);
  },
};
