import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { challengeLifeMs, unknownAddress } from './challenge-factor.ts';
import { requireOwnFactor } from './factor.ts';
import type { Factor, SignedInWithFactor } from './factor.ts';
import { optionalText, readBody } from '#server/auth/read-body.ts';
import { uuid } from '#server/auth/tokens/require-session.ts';
import { readClientInfo, elevateSession } from '#server/auth/tokens/session.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { matchTotp } from './totp.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';

const body = v.object({ challenge_id: optionalText, code: optionalText });

interface Challenge {
  readonly created_at: Date;
  readonly verified_at: Date | null;
  readonly same_address: boolean;
}

async function requireChallenge(
  c: AuthContext,
  { database, now }: AuthServices,
  factor: Factor,
  id: string,
): Promise<void> {
  const { rows } = uuid.test(id)
    ? await database.auth.query<Challenge>(
        `select created_at, verified_at, host(ip_address) = $3 as same_address
         from auth.mfa_challenges where id = $1 and factor_id = $2`,
        [id, factor.id, readClientInfo(c).ip ?? unknownAddress],
      )
    : { rows: [] };
  const [challenge] = rows;
  if (challenge === undefined) {
    const message = 'MFA factor with the provided challenge ID not found';
    throw new AuthError('mfa_factor_not_found', message, { status: 422 });
  }
  if (challenge.verified_at !== null || !challenge.same_address) {
    throw new AuthError('mfa_ip_address_mismatch');
  }
  if (now().getTime() - challenge.created_at.getTime() > challengeLifeMs) {
    throw new AuthError(
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    );
  }
}

/**
 * Refuses a wrong or used code. Attempts are counted before the code is compared, so that
 * concurrent ones count too.
 */
async function requireCode(services: AuthServices, factor: Factor, code: string): Promise<void> {
  const { limits, allowances, now } = services;
  await limits.use(allowances.totpAttempts, factor.user_id);
  const step = matchTotp(factor.secret, code, now());
  if (step === null) throw new AuthError('mfa_verification_failed');
  try {
    await limits.use(allowances.totpCode, `${factor.id} ${step}`);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new AuthError('mfa_verification_failed', undefined, { cause: error });
  }
  await limits.refund(allowances.totpAttempts, factor.user_id);
}

/**
 * Marks the factor as verified and elevates the session. Deletes the user's unverified factors and
 * their sessions below aal2.
 */
async function acceptFactor(
  c: AuthContext,
  services: AuthServices,
  client: PoolClient,
  { user, sessionId, factor }: SignedInWithFactor,
  challengeId: string,
) {
  const now = services.now();
  await recordAudit(client, c, 'verification_attempted', user, {
    factor_id: factor.id,
    challenge_id: challengeId,
    factor_type: factor.factor_type,
  });
  const used = await client.query(
    'update auth.mfa_challenges set verified_at = $2 where id = $1 and verified_at is null',
    [challengeId, now],
  );
  if (used.rowCount !== 1) throw new AuthError('mfa_ip_address_mismatch');
  await client.query(
    `update auth.mfa_factors set status = 'verified', updated_at = $2
     where id = $1 and status = 'unverified'`,
    [factor.id, now],
  );
  await client.query(
    `delete from auth.mfa_factors
     where user_id = $1 and factor_type = 'totp' and status = 'unverified'`,
    [user.id],
  );
  const session = await elevateSession(services, client, user.id, sessionId, factor.id);
  await client.query("delete from auth.sessions where user_id = $1 and aal < 'aal2'", [user.id]);
  return session;
}

/** Verifies a code of a second factor and elevates the session to aal2. */
export const verifyFactor: AuthRoute = {
  method: 'POST',
  path: '/factors/:factor/verify',
  handle: async (c, services) => {
    const signedIn = await requireOwnFactor(c, services);
    const input = await readBody(c, body);
    const code = input.code.replace(/\s/g, '');
    if (code === '') throw new AuthError('validation_failed', 'Code needs to be non-empty');
    await requireChallenge(c, services, signedIn.factor, input.challenge_id);
    await requireCode(services, signedIn.factor, code);
    const session = await inTransaction(services.database.auth, (client) =>
      acceptFactor(c, services, client, signedIn, input.challenge_id),
    );
    return c.json(session);
  },
};
