import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { isUuid } from '#contract/uuid.ts';
import { unknownAddress } from './challenge-factor.ts';
import { requireOwnFactor, type Factor, type SignedInWithFactor } from './factor.ts';
import { countChange } from '#server/auth/limits/count-requests.ts';
import { countGuess, refundGuess } from '#server/auth/limits/guesses.ts';
import { optionalText, readBody } from '#server/auth/read-body.ts';
import { readClientInfo, elevateSession } from '#server/auth/tokens/session.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { matchTotp } from './totp.ts';
import { verifyFactorAssertion, verifyNewCredential } from './webauthn-factor.ts';
import { challengeLifeMs } from '#server/auth/webauthn/ceremony.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';

const body = v.object({
  challenge_id: optionalText,
  code: optionalText,
  webauthn: v.nullish(
    v.object({ type: optionalText, credential_response: v.optional(v.unknown()) }),
  ),
});

type Input = v.InferOutput<typeof body>;

interface Challenge {
  readonly created_at: Date;
  readonly verified_at: Date | null;
  readonly same_address: boolean;
  /** The challenge that a WebAuthn credential signs; null for a code. */
  readonly signed: string | null;
}

async function requireChallenge(
  c: AuthContext,
  { database, now }: AuthServices,
  factor: Factor,
  id: string,
): Promise<Challenge> {
  const { rows } = isUuid(id)
    ? await database.auth.query<Challenge>(
        `select created_at, verified_at, host(ip_address) = $3 as same_address,
           web_authn_session_data ->> 'challenge' as signed
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
  return challenge;
}

/**
 * Refuses a wrong or used code. Attempts are counted before the code is compared, so that
 * concurrent ones count too.
 */
async function requireCode(
  c: AuthContext,
  services: AuthServices,
  factor: Factor,
  code: string,
): Promise<void> {
  const { limits, allowances, now } = services;
  await countGuess(c, services, allowances.totpCodes, factor.user_id);
  const step = matchTotp(factor.secret ?? '', code, now());
  if (step === null) throw new AuthError('mfa_verification_failed');
  try {
    await limits.use(allowances.totpCode, `${factor.id} ${step}`);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    throw new AuthError('mfa_verification_failed', undefined, { cause: error });
  }
  await refundGuess(c, services, allowances.totpCodes, factor.user_id);
}

/** Refuses to verify another factor at aal1, even one that was enrolled before the first. */
async function requireFirstFactor(client: PoolClient, { user, aal }: SignedInWithFactor) {
  await client.query('select 1 from auth.users where id = $1 for update', [user.id]);
  if (aal !== 'aal1') return;
  const { rowCount } = await client.query(
    "select 1 from auth.mfa_factors where user_id = $1 and status = 'verified' limit 1",
    [user.id],
  );
  if (rowCount !== 0)
    throw new AuthError('insufficient_aal', 'AAL2 required to verify a new factor');
}

/** Consumes a challenge. A second use of it, also a concurrent one, is refused. */
async function consumeChallenge(client: PoolClient, id: string, now: Date): Promise<void> {
  const used = await client.query(
    'update auth.mfa_challenges set verified_at = $2 where id = $1 and verified_at is null',
    [id, now],
  );
  if (used.rowCount !== 1) throw new AuthError('mfa_ip_address_mismatch');
}

/**
 * Marks the factor as verified and elevates the session. Deletes the user's unverified factors and
 * their sessions below aal2. `usedFactorId` is the factor that proved it.
 */
async function acceptFactor(
  c: AuthContext,
  services: AuthServices,
  client: PoolClient,
  { user, sessionId, factor }: SignedInWithFactor,
  challengeId: string,
  usedFactorId: string,
) {
  await recordAudit(client, c, 'verification_attempted', user, {
    factor_id: usedFactorId,
    challenge_id: challengeId,
    factor_type: factor.factor_type,
  });
  await client.query(
    `update auth.mfa_factors set status = 'verified', updated_at = $2
     where id = $1 and status = 'unverified'`,
    [factor.id, services.now()],
  );
  await client.query("delete from auth.mfa_factors where user_id = $1 and status = 'unverified'", [
    user.id,
  ]);
  const method = factor.factor_type === 'totp' ? 'totp' : 'mfa/webauthn';
  const used = { id: usedFactorId, method } as const;
  const session = await elevateSession(services, client, user.id, sessionId, used);
  await client.query("delete from auth.sessions where user_id = $1 and aal < 'aal2'", [user.id]);
  return session;
}

type Accept = (client: PoolClient) => Promise<string>;

/** Verifies a code. Returns what to do in the transaction, which returns the factor's id. */
async function acceptCode(
  c: AuthContext,
  services: AuthServices,
  factor: Factor,
  input: Input,
): Promise<Accept> {
  await requireCode(c, services, factor, input.code.replace(/\s/g, ''));
  return () => Promise.resolve(factor.id);
}

/** Verifies a WebAuthn response like {@link acceptCode}. Its challenge is consumed in any case. */
async function acceptCredential(
  c: AuthContext,
  services: AuthServices,
  factor: Factor,
  { signed }: Challenge,
  { webauthn, challenge_id: id }: Input,
): Promise<Accept> {
  const proof = { type: webauthn?.type ?? '', credential: webauthn?.credential_response };
  const { database, now } = services;
  await countChange(c, services, factor.user_id);
  await inTransaction(database.auth, (client) => consumeChallenge(client, id, now()));
  const isNew = factor.status === 'unverified';
  if (signed === null || proof.type !== (isNew ? 'create' : 'request')) {
    throw new AuthError('mfa_verification_failed', 'Challenge is for another kind of response');
  }
  if (isNew) return verifyNewCredential(services, factor, signed, proof);
  return (client) => verifyFactorAssertion(services, client, factor, signed, proof);
}

function requireProof(factor: Factor, { code, webauthn }: Input): void {
  if (factor.factor_type === 'totp') {
    if (code.trim() === '') throw invalid('Code needs to be non-empty');
    return;
  }
  if (!webauthn) throw invalid('WebAuthn config required');
  if (webauthn.type !== 'create' && webauthn.type !== 'request') {
    throw invalid('WebAuthn type must be create or request');
  }
  if (webauthn.credential_response === undefined || webauthn.credential_response === null) {
    throw invalid('credential_response required');
  }
}

/** Verifies a second factor, by a code or a WebAuthn response, and elevates the session to aal2. */
export const verifyFactor: AuthRoute = {
  method: 'POST',
  path: '/factors/:factor/verify',
  handle: async (c, services) => {
    const signedIn = await requireOwnFactor(c, services);
    const { factor } = signedIn;
    const input = await readBody(c, body);
    requireProof(factor, input);
    const id = input.challenge_id;
    const challenge = await requireChallenge(c, services, factor, id);
    const isCode = factor.factor_type === 'totp';
    const accept = isCode
      ? await acceptCode(c, services, factor, input)
      : await acceptCredential(c, services, factor, challenge, input);
    const session = await inTransaction(services.database.auth, async (client) => {
      if (isCode) await consumeChallenge(client, id, services.now());
      if (factor.status === 'unverified') await requireFirstFactor(client, signedIn);
      return acceptFactor(c, services, client, signedIn, id, await accept(client));
    });
    return c.json(session);
  },
};
