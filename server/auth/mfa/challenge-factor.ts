import { randomUUID } from 'node:crypto';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { requireOwnFactor } from './factor.ts';
import { countChange } from '#server/auth/limits/count-requests.ts';
import { readClientInfo } from '#server/auth/tokens/session.ts';
import type { AuthRoute } from '#server/auth/services.ts';
import { makeFactorChallenge } from './webauthn-factor.ts';
import { challengeLifeMs } from '#server/auth/webauthn/ceremony.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';

/** Stored in place of an address that is no IP address. All such clients count as one. */
export const unknownAddress = '0.0.0.0';

/** Creates a challenge for a second factor. */
export const challengeFactor: AuthRoute = {
  method: 'POST',
  path: '/factors/:factor/challenge',
  handle: async (c, services) => {
    const { user, factor } = await requireOwnFactor(c, services);
    const { database, now } = services;
    await countChange(c, services, user.id);
    const credential =
      factor.factor_type === 'webauthn' ? await makeFactorChallenge(services, user, factor) : null;
    const id = randomUUID();
    const createdAt = now();
    const expiresAt = createdAt.getTime() + challengeLifeMs;
    await inTransaction(database.auth, async (client) => {
      await client.query(
        'delete from auth.mfa_challenges where factor_id = $1 and created_at < $2',
        [factor.id, new Date(createdAt.getTime() - challengeLifeMs)],
      );
      await client.query(
        `insert into auth.mfa_challenges
           (id, factor_id, created_at, ip_address, web_authn_session_data)
         values ($1, $2, $3, $4, $5)`,
        [
          id,
          factor.id,
          createdAt,
          readClientInfo(c).ip ?? unknownAddress,
          credential && { challenge: credential.challenge },
        ],
      );
      await recordAudit(client, c, 'challenge_created', user, {
        factor_id: factor.id,
        factor_status: factor.status,
      });
    });
    return c.json({
      id,
      type: factor.factor_type,
      expires_at: Math.floor(expiresAt / 1000),
      ...(credential === null ? {} : { webauthn: credential.webauthn }),
    });
  },
};
