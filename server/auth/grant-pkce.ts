import * as v from 'valibot';
import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { endFlow } from './flow-state.ts';
import { optionalText, readBody } from './read-body.ts';
import { startSession } from './session.ts';
import type { AuthHandler } from './services.ts';
import { inTransaction } from './transaction.ts';
import { findUserById, isBanned } from './user-record.ts';

const body = v.object({ auth_code: optionalText, code_verifier: optionalText });

/** Exchanges the code that a mail's link led to, together with the verifier of who asked for it. */
export const pkceGrant: AuthHandler = async (c, services) => {
  const given = await readBody(c, body);
  if (given.auth_code === '' || given.code_verifier === '') {
    throw new AuthError(
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    );
  }
  const outcome = await inTransaction(services.database.auth, async (client) => {
    const flow = await endFlow(services, client, given.auth_code, given.code_verifier);
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
