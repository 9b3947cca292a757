import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { requireSessionId } from './factor.ts';
import { countChange } from '#server/auth/limits/count-requests.ts';
import { optionalText, readBody } from '#server/auth/read-body.ts';
import { requireSession } from '#server/auth/tokens/require-session.ts';
import type { AuthRoute, AuthServices } from '#server/auth/services.ts';
import { makeTotp } from './totp.ts';
import { requireFactorDomain } from './webauthn-factor.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';

const body = v.object({
  factor_type: optionalText,
  friendly_name: optionalText,
  issuer: optionalText,
});

type EnrollInput = v.InferOutput<typeof body>;

/** GoTrue's lifetime of a factor that was not verified. */
const unverifiedLifeMs = 5 * 60_000;
const maxFactors = 10;
const maxNameLength = 100;

function requireFactorType(
  services: AuthServices,
  { factor_type: type, friendly_name: name, issuer }: EnrollInput,
): 'totp' | 'webauthn' {
  if (type === 'phone') throw new AuthError('mfa_phone_enroll_not_enabled');
  if (type === 'webauthn') requireFactorDomain(services);
  if (type !== 'totp' && type !== 'webauthn') {
    throw invalid('factor_type needs to be totp, phone, or webauthn');
  }
  if (name.length > maxNameLength || issuer.length > maxNameLength) {
    throw invalid('friendly_name and issuer have at most 100 characters');
  }
  return type;
}

/**
 * Refuses a factor with a taken name, above the limit, or without the second factor if the user has
 * one. Locks the user's row, so that concurrent enrolments are counted one by one.
 */
async function requireEnrollmentAllowed(
  services: AuthServices,
  client: PoolClient,
  candidate: { readonly userId: string; readonly aal: string; readonly name: string },
): Promise<void> {
  await client.query('select 1 from auth.users where id = $1 for update', [candidate.userId]);
  await client.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified' and created_at < $2`,
    [candidate.userId, new Date(services.now().getTime() - unverifiedLifeMs)],
  );
  const { rows } = await client.query<{ friendly_name: string | null; status: string }>(
    'select friendly_name, status from auth.mfa_factors where user_id = $1',
    [candidate.userId],
  );
  if (rows.some((row) => (row.friendly_name ?? '') === candidate.name)) {
    throw new AuthError(
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${candidate.name}" for this user already exists`,
    );
  }
  if (rows.length >= maxFactors) throw new AuthError('too_many_enrolled_mfa_factors');
  if (candidate.aal === 'aal1' && rows.some((row) => row.status === 'verified')) {
    throw new AuthError('insufficient_aal', 'AAL2 required to enroll a new factor');
  }
}

/** Enrols a second factor. It is unverified until its first code or credential is verified. */
export const enrollFactor: AuthRoute = {
  method: 'POST',
  path: '/factors',
  handle: async (c, services) => {
    const signedIn = await requireSession(c, services);
    requireSessionId(signedIn);
    const { user, aal } = signedIn;
    const { config, database, now } = services;
    await countChange(c, services, user.id);
    const input = await readBody(c, body);
    const type = requireFactorType(services, input);
    const id = randomUUID();
    const name = input.friendly_name;
    const issuer = input.issuer === '' ? config.BRAND_NAME : input.issuer;
    const totp = type === 'totp' ? makeTotp(issuer, user.email ?? user.id) : null;
    await inTransaction(database.auth, async (client) => {
      await requireEnrollmentAllowed(services, client, { userId: user.id, aal, name });
      await client.query(
        `insert into auth.mfa_factors
           (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
         values ($1, $2, $3, $4, 'unverified', $5, $5, $6)`,
        [id, user.id, name, type, now(), totp?.secret ?? null],
      );
      await recordAudit(client, c, 'factor_in_progress', user, { factor_id: id });
    });
    return c.json({
      id,
      type,
      friendly_name: name,
      ...(totp === null
        ? {}
        : { totp: { qr_code: totp.qrCode, secret: totp.secret, uri: totp.uri } }),
    });
  },
};
