import type { PoolClient } from 'pg';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { requireOwnFactor } from './factor.ts';
import type { AuthRoute } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';

/** Deletes a factor. Sessions that it elevated to aal2 fall back to aal1. */
export async function removeFactor(
  client: PoolClient,
  userId: string,
  factorId: string,
): Promise<void> {
  await client.query('delete from auth.mfa_factors where id = $1', [factorId]);
  await client.query(
    `delete from auth.mfa_amr_claims a using auth.sessions s
     where s.id = a.session_id and s.user_id = $1 and s.factor_id = $2
       and a.authentication_method in ('totp', 'mfa/webauthn')`,
    [userId, factorId],
  );
  await client.query(
    `update auth.sessions set aal = 'aal1', factor_id = null where user_id = $1 and factor_id = $2`,
    [userId, factorId],
  );
}

/** Deletes one of the user's own factors. A verified one needs an aal2 session. */
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
