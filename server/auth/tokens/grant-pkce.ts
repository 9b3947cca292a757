import * as v from 'valibot';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { redeemCode } from './flow-state.ts';
import { optionalText, readBody } from '#server/auth/read-body.ts';
import { startSession } from './session.ts';
import type { AuthHandler } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { findUserById, isBanned } from '#server/auth/accounts/user-record.ts';

const body = v.object({ auth_code: optionalText, code_verifier: optionalText });

/** Exchanges an authorization code and its PKCE verifier for a session. */
export const pkceGrant: AuthHandler = async (c, services) => {
  const input = await readBody(c, body);
  if (input.auth_code === '' || input.code_verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  }
  const outcome = await inTransaction(services.database.auth, async (client) => {
    const flow = await redeemCode(services, client, input.auth_code, input.code_verifier);
    if (flow instanceof AuthError) return flow;
    const user = await findUserById(client, flow.user_id);
    if (user === null) return new AuthError('flow_state_not_found');
    if (isBanned(user, services.now())) return new AuthError('user_banned');
    await recordAudit(client, c, 'login', user, { provider_type: 'email' });
    return startSession(services, c, client, user.id, flow.authentication_method);
  });
  if (outcome instanceof AuthError) throw outcome;
  return c.json(outcome);
};
