import { randomUUID } from 'node:crypto';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { requireOwnFactor } from './factor.ts';
import { readClientInfo } from '#server/auth/tokens/session.ts';
import type { AuthRoute } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';

/** GoTrue's lifetime of a challenge. */
export const challengeLifeMs = 5 * 60_000;

/** Stored in place of an address that is no IP address. All such clients count as one. */
export const unknownAddress = '0.0.0.0';

/** Creates a challenge for a second factor. */
export const challengeFactor: AuthRoute = {
  method: 'POST',
  path: '/factors/:factor/challenge',
  handle: async (c, services) => {
    const { user, factor } = await requireOwnFactor(c, services);
    const { limits, allowances, database, now } = services;
    await limits.use(allowances.changesToAccount, user.id);
    const id = randomUUID();
    const createdAt = now();
    const expiresAt = createdAt.getTime() + challengeLifeMs;
    await inTransaction(database.auth, async (client) => {
      await client.query(
        'delete from auth.mfa_challenges where factor_id = $1 and created_at < $2',
        [factor.id, new Date(createdAt.getTime() - challengeLifeMs)],
      );
      await client.query(
        `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
         values ($1, $2, $3, $4)`,
        [id, factor.id, createdAt, readClientInfo(c).ip ?? unknownAddress],
      );
      await recordAudit(client, c, 'challenge_created', user, {
        factor_id: factor.id,
        factor_status: factor.status,
      });
    });
    return c.json({ id, type: 'totp', expires_at: Math.floor(expiresAt / 1000) });
  },
};
