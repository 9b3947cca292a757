import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { requireSessionId } from './factor.ts';
import { optionalText, readBody } from './read-body.ts';
import { requireSession } from './require-session.ts';
import type { AuthRoute, AuthServices } from './services.ts';
import { makeTotp } from './totp.ts';
import { inTransaction } from './transaction.ts';

const body = v.object({
  factor_type: optionalText,
  friendly_name: optionalText,
  issuer: optionalText,
});

type Given = v.InferOutput<typeof body>;

/** GoTrue's numbers: a factor that was not confirmed is forgotten after five minutes. */
const unverifiedLifeMs = 5 * 60_000;
const mostFactors = 10;
const longestName = 100;

function requireTotp({ factor_type: type, friendly_name: name, issuer }: Given): void {
  if (type === 'phone') throw new AuthError('mfa_phone_enroll_not_enabled');
  if (type === 'webauthn') throw new AuthError('mfa_webauthn_enroll_not_enabled');
  if (type !== 'totp') {
    throw new AuthError('validation_failed', 'factor_type needs to be totp, phone, or webauthn');
  }
  if (name.length > longestName || issuer.length > longestName) {
    throw new AuthError(
      'validation_failed',
      'friendly_name and issuer have at most 100 characters',
    );
  }
}

/** Locks the person's row, so that several at once are counted one by one. */
async function requireRoom(
  services: AuthServices,
  client: PoolClient,
  asked: { readonly userId: string; readonly aal: string; readonly name: string },
): Promise<void> {
  await client.query('select 1 from auth.users where id = $1 for update', [asked.userId]);
  await client.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified' and created_at < $2`,
    [asked.userId, new Date(services.now().getTime() - unverifiedLifeMs)],
  );
  const { rows } = await client.query<{ friendly_name: string | null; status: string }>(
    'select friendly_name, status from auth.mfa_factors where user_id = $1',
    [asked.userId],
  );
  if (rows.some((row) => (row.friendly_name ?? '') === asked.name)) {
    throw new AuthError(
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${asked.name}" for this user already exists`,
    );
  }
  if (rows.length >= mostFactors) throw new AuthError('too_many_enrolled_mfa_factors');
  if (asked.aal === 'aal1' && rows.some((row) => row.status === 'verified')) {
    throw new AuthError('insufficient_aal', 'AAL2 required to enroll a new factor');
  }
}

/** Makes a second factor; it counts once a first code of it was given. */
export const enrollFactor: AuthRoute = {
  method: 'POST',
  path: '/factors',
  handle: async (c, services) => {
    const signedIn = await requireSession(c, services);
    requireSessionId(signedIn);
    const { user, aal } = signedIn;
    const { limits, allowances, config, database, now } = services;
    await limits.use(allowances.changesToAccount, user.id);
    const given = await readBody(c, body);
    requireTotp(given);
    const id = randomUUID();
    const name = given.friendly_name;
    const issuer = given.issuer === '' ? config.BRAND_NAME : given.issuer;
    const totp = makeTotp(issuer, user.email ?? user.id);
    await inTransaction(database.auth, async (client) => {
      await requireRoom(services, client, { userId: user.id, aal, name });
      await client.query(
        `insert into auth.mfa_factors
           (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
         values ($1, $2, $3, 'totp', 'unverified', $4, $4, $5)`,
        [id, user.id, name, now(), totp.secret],
      );
      await recordAudit(client, c, 'factor_in_progress', user, { factor_id: id });
    });
    return c.json({
      id,
      type: 'totp',
      friendly_name: name,
      totp: { qr_code: totp.qrCode, secret: totp.secret, uri: totp.uri },
    });
  },
};
