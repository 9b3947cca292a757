import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { CodeChallenge } from '#server/auth/tokens/flow-state.ts';
import type { SigningKeys } from '#server/auth/tokens/keys.ts';
import type { AuthServices } from '#server/auth/services.ts';
import type { FlowSecrets } from './oidc-provider.ts';

/** Time limit of a sign-in at the provider. */
const lifeMs = 10 * 60_000;

export interface StoredFlow {
  readonly id: string;
  readonly referrer: string;
  readonly code_challenge: string | null;
}

function hashState(state: string): string {
  return createHash('sha256').update(`state ${state}`).digest('hex');
}

/**
 * Derives the secrets of a flow. A flow that is open when the key is replaced must be restarted.
 */
export function flowSecrets(keys: SigningKeys, state: string): FlowSecrets {
  const [key] = keys.derive('oidc-flow');
  if (key === undefined) throw new Error('There is no signing key.');
  const secret = (name: string) =>
    createHmac('sha256', key).update(`${name} ${state}`).digest('base64url');
  return { nonce: secret('nonce'), verifier: secret('verifier') };
}

/** Returns the name of the cookie that binds a flow to its browser, against login CSRF. */
export function flowCookie(state: string): string {
  return `oauth_${hashState(state).slice(0, 24)}`;
}

/** Starts a flow and returns its state. `auth_code` holds the hash of the state for now. */
export async function beginProviderFlow(
  { database, now }: AuthServices,
  flow: {
    readonly provider: string;
    readonly challenge: CodeChallenge | null;
    readonly redirectTo: string;
  },
): Promise<string> {
  const state = randomBytes(32).toString('base64url');
  const at = now();
  await database.auth.query('delete from auth.flow_state where created_at < $1', [
    new Date(at.getTime() - 24 * 3_600_000),
  ]);
  await database.auth.query(
    `insert into auth.flow_state (id, auth_code, code_challenge_method, code_challenge,
       provider_type, authentication_method, referrer, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, $4, 'oauth', $5, $6, $6)`,
    [
      hashState(state),
      flow.challenge?.method ?? null,
      flow.challenge?.challenge ?? null,
      flow.provider,
      flow.redirectTo,
      at,
    ],
  );
  return state;
}

/**
 * Consumes a flow's state. Of several concurrent callers with one state, only one gets the flow.
 */
export async function consumeProviderFlow(
  { database, now }: AuthServices,
  state: string,
): Promise<StoredFlow | null> {
  const { rows } = await database.auth.query<StoredFlow & { created_at: Date }>(
    `update auth.flow_state set auth_code = $2, updated_at = $3
     where auth_code = $1 and user_id is null and auth_code_issued_at is null and authentication_method = 'oauth'
     returning id, referrer, code_challenge, created_at`,
    [hashState(state), hashState(randomBytes(32).toString('base64url')), now()],
  );
  const [flow] = rows;
  if (flow === undefined || now().getTime() - flow.created_at.getTime() > lifeMs) return null;
  return flow;
}
