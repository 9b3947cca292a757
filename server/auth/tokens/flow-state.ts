import { hash, randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { matchesChallenge } from '#server/auth/tokens/matches-challenge.ts';
import type { AuthMethod } from './access-token.ts';
import type { AuthServices } from '#server/auth/services.ts';

/** A PKCE challenge, which binds the end of a flow to the program that started it (RFC 7636). */
export interface CodeChallenge {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

/** Lifetime of an authorization code. */
const codeLifeMs = 5 * 60_000;

/** Reads a request's PKCE fields. Both must be present, or none. */
export function readCodeChallenge(challenge: string, method: string): CodeChallenge | null {
  if (challenge === '' && method === '') return null;
  if (challenge === '' || method === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[\w.~-]+$/.test(challenge)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  const lower = method.toLowerCase();
  if (lower !== 's256' && lower !== 'plain') {
    throw invalid(`unsupported code_challenge method "${method}"`);
  }
  return { challenge, method: lower };
}

/**
 * Starts a flow for a user. Its code is issued when the mailed link is opened. Returns null for a
 * request without a code challenge, whose link returns a session.
 */
export async function beginFlow(
  services: AuthServices,
  client: PoolClient,
  flow: {
    readonly userId: string;
    readonly method: AuthMethod;
    readonly challenge: CodeChallenge | null;
  },
): Promise<string | null> {
  if (flow.challenge === null) return null;
  const { rows } = await client.query<{ id: string }>(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge,
       provider_type, authentication_method, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $5, $6, $6) returning id`,
    [
      flow.userId,
      hash('sha256', randomBytes(32).toString('base64url')),
      flow.challenge.method,
      flow.challenge.challenge,
      flow.method,
      services.now(),
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A flow just begun is not there.');
  return row.id;
}

/**
 * Issues the code of a flow, to be redeemed with the verifier. Returns null if the flow is gone.
 */
export async function issueCode(
  services: AuthServices,
  client: PoolClient,
  flowStateId: string,
): Promise<string | null> {
  const code = randomBytes(32).toString('base64url');
  const { rowCount } = await client.query(
    `update auth.flow_state set auth_code = $2, auth_code_issued_at = $3, updated_at = $3
     where id = $1`,
    [flowStateId, hash('sha256', code), services.now()],
  );
  return rowCount === 1 ? code : null;
}

export interface RedeemedFlow {
  readonly user_id: string;
  readonly authentication_method: AuthMethod;
}

interface FlowRow extends RedeemedFlow {
  readonly code_challenge: string;
  readonly code_challenge_method: 's256' | 'plain';
  readonly auth_code_issued_at: Date;
}

/**
 * Redeems an authorization code. Deletes the flow first, so that a code works once, even for
 * concurrent requests. Returns errors instead of throwing them, so that the deletion is committed.
 */
export async function redeemCode(
  services: AuthServices,
  client: PoolClient,
  code: string,
  verifier: string,
): Promise<RedeemedFlow | AuthError> {
  const { rows } = await client.query<FlowRow>(
    `delete from auth.flow_state
     where auth_code = $1 and auth_code_issued_at is not null and user_id is not null
     returning user_id, authentication_method, code_challenge, code_challenge_method, auth_code_issued_at`,
    [hash('sha256', code)],
  );
  const [row] = rows;
  if (row === undefined) return new AuthError('flow_state_not_found');
  if (services.now().getTime() - row.auth_code_issued_at.getTime() > codeLifeMs) {
    return new AuthError('flow_state_expired');
  }
  return matchesChallenge(verifier, row.code_challenge, row.code_challenge_method)
    ? row
    : new AuthError('bad_code_verifier');
}
