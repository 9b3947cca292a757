import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { isUuid } from '#contract/uuid.ts';
import { challengeLifeMs } from './ceremony.ts';
import { optionalText, readBody } from '#server/auth/read-body.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';

/** Whom and what a passkey challenge is for. A sign-in has no user yet. */
export type ChallengePurpose =
  | { readonly type: 'registration'; readonly userId: string }
  | { readonly type: 'authentication'; readonly userId: null };

/** Stores a challenge, and returns its id and expiry as the protocol presents them. */
export async function storeChallenge(
  { database, now }: AuthServices,
  { type, userId }: ChallengePurpose,
  challenge: string,
): Promise<{ readonly challenge_id: string; readonly expires_at: number }> {
  const id = randomUUID();
  const expiresAt = now().getTime() + challengeLifeMs;
  await database.auth.query(
    `delete from auth.webauthn_challenges where id in (
       select id from auth.webauthn_challenges where expires_at < $1 limit 100)`,
    [now()],
  );
  await database.auth.query(
    `insert into auth.webauthn_challenges
       (id, user_id, challenge_type, session_data, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, userId, type, { challenge }, now(), new Date(expiresAt)],
  );
  return { challenge_id: id, expires_at: Math.floor(expiresAt / 1000) };
}

/**
 * Deletes a challenge and returns it. Deleting comes first, so that it is valid for one attempt,
 * also with concurrent requests.
 */
async function consumeChallenge(
  { database, now }: AuthServices,
  { type, userId }: ChallengePurpose,
  id: string,
): Promise<string> {
  const { rows } = await database.auth.query<{ challenge: string; expires_at: Date }>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3
     returning session_data ->> 'challenge' as challenge, expires_at`,
    [id, type, userId],
  );
  const [row] = rows;
  if (row === undefined) throw new AuthError('webauthn_challenge_not_found');
  if (row.expires_at <= now()) throw new AuthError('webauthn_challenge_expired');
  return row.challenge;
}

const body = v.object({ challenge_id: optionalText, credential: v.optional(v.unknown()) });

/** Reads the body of a verification and consumes the challenge that it names. */
export async function readVerification(
  c: AuthContext,
  services: AuthServices,
  purpose: ChallengePurpose,
): Promise<{ readonly challenge: string; readonly credential: unknown }> {
  const { challenge_id: id, credential } = await readBody(c, body);
  if (!isUuid(id)) throw invalid('challenge_id must be a valid UUID');
  if (credential === undefined || credential === null) throw invalid('credential is required');
  return { challenge: await consumeChallenge(services, purpose, id), credential };
}
