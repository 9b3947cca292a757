import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import {
  lacksSecondFactor,
  requireSession,
  secondFactorMessage,
} from '#server/auth/tokens/require-session.ts';
import type { AuthRoute } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';

/** SQL conditions of the sessions to end: all of the user's, this one, or all but this one. */
const conditions: Readonly<Record<string, string>> = {
  global: '$2::uuid is null or true',
  local: 'id = $2::uuid',
  others: 'id <> $2::uuid',
};

/** Deletes sessions and, by cascade, their refresh tokens. */
export const logOut: AuthRoute = {
  method: 'POST',
  path: '/logout',
  handle: async (c, services) => {
    const signedIn = await requireSession(c, services);
    const { user, sessionId } = signedIn;
    const scope = c.req.query('scope') || 'global';
    if (!Object.hasOwn(conditions, scope)) throw invalid(`Unsupported logout scope "${scope}"`);
    // A token without a session id ends all sessions.
    const condition = sessionId === null ? conditions['global'] : conditions[scope];
    const end = (which: string | undefined) =>
      inTransaction(services.database.auth, async (client) => {
        const { rowCount } = await client.query(
          `delete from auth.sessions where user_id = $1 and (${which})`,
          [user.id, sessionId],
        );
        // One session may ask to end the others without end.
        if (rowCount !== 0) await recordAudit(client, c, 'logout', user, { scope });
      });
    if (condition !== conditions['local'] && lacksSecondFactor(signedIn)) {
      // Clients read 401 as signed out and forget their session, so it ends at least.
      if (scope === 'global' && sessionId !== null) await end(conditions['local']);
      const status = scope === 'others' ? 422 : 401;
      throw new AuthError('insufficient_aal', secondFactorMessage('end other sessions'), {
        status,
      });
    }
    await end(condition);
    return c.body(null, 204);
  },
};
