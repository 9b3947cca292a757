import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { CodeChallenge } from './flow-state.ts';
import type { SigningKeys } from './keys.ts';
import type { AuthServices } from './services.ts';

/** As long as somebody may take to sign in at the provider. */
const lifeMs = 10 * 60_000;

/** Two secrets of a flow, that follow from its state and the server's keys, and are stored nowhere. */
export interface FlowSecrets {
  readonly nonce: string;
  readonly verifier: string;
}

export interface StoredFlow {
  readonly id: string;
  readonly referrer: string;
  readonly code_challenge: string | null;
}

function hashState(state: string): string {
  return createHash('sha256').update(`state ${state}`).digest('hex');
}

/** A sign-in that is under way when the key is replaced has to be begun anew. */
export function flowSecrets(keys: SigningKeys, state: string): FlowSecrets {
  const [key] = keys.derive('oidc-flow');
  if (key === undefined) throw new Error('There is no signing key.');
  const secret = (name: string) =>
    createHmac('sha256', key).update(`${name} ${state}`).digest('base64url');
  return { nonce: secret('nonce'), verifier: secret('verifier') };
}

/** The cookie that ties a flow to the browser that began it: nobody is signed in by a foreign link. */
export function flowCookie(state: string): string {
  return `oauth_${hashState(state).slice(0, 24)}`;
}

/** Begins a sign-in at the provider; the state is stored as a hash, in place of the code to come. */
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

/** Takes a flow's state: of many who bring it, one gets the flow. */
export async function takeProviderFlow(
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
