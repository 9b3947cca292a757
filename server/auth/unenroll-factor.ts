import type { PoolClient } from 'pg';
import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { requireOwnFactor } from './factor.ts';
import type { AuthRoute } from './services.ts';
import { inTransaction } from './transaction.ts';

/** Removes a factor; sessions that were raised by it fall back. */
export async function removeFactor(
  client: PoolClient,
  userId: string,
  factorId: string,
): Promise<void> {
  await client.query('delete from auth.mfa_factors where id = $1', [factorId]);
  await client.query(
    `delete from auth.mfa_amr_claims a using auth.sessions s
     where s.id = a.session_id and s.user_id = $1 and s.factor_id = $2
       and a.authentication_method = 'totp'`,
    [userId, factorId],
  );
  await client.query(
    `update auth.sessions set aal = 'aal1', factor_id = null where user_id = $1 and factor_id = $2`,
    [userId, factorId],
  );
}

/** Gives up a second factor, which needs the second factor. */
export const unenrollFactor: AuthRoute = {
  method: 'DELETE',
  path: '/factors/:factor',
  handle: async (c, services) => {
    const { user, aal, sessionId, factor } = await requireOwnFactor(c, services);
    if (factor.status === 'verified' && aal === 'aal1') {
      const message = 'AAL2 required to unenroll verified factor';
      throw new AuthError('insufficient_aal', message, { status: 422 });
    }
    await inTransaction(services.database.auth, async (client) => {
      await removeFactor(client, user.id, factor.id);
      await recordAudit(client, c, 'factor_unenrolled', user, {
        factor_id: factor.id,
        factor_status: factor.status,
        session_id: sessionId,
      });
    });
    return c.json({ id: factor.id });
  },
};
