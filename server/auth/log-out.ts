import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { requireSession } from './require-session.ts';
import type { AuthRoute } from './services.ts';
import { inTransaction } from './transaction.ts';

/** Which of a person's sessions end: every one, this one, or all but this one. */
const conditions: Readonly<Record<string, string>> = {
  global: '$2::uuid is null or true',
  local: 'id = $2::uuid',
  others: 'id <> $2::uuid',
};

/** Ends sessions; their refresh tokens go with them. */
export const logOut: AuthRoute = {
  method: 'POST',
  path: '/logout',
  handle: async (c, services) => {
    const { user, sessionId } = await requireSession(c, services);
    const scope = c.req.query('scope') || 'global';
    if (!Object.hasOwn(conditions, scope)) {
      throw new AuthError('validation_failed', `Unsupported logout scope "${scope}"`);
    }
    // A token that names no session stands for all of them.
    const condition = sessionId === null ? conditions['global'] : conditions[scope];
    await inTransaction(services.database.auth, async (client) => {
      await recordAudit(client, c, 'logout', user, { scope });
      await client.query(`delete from auth.sessions where user_id = $1 and (${condition})`, [
        user.id,
        sessionId,
      ]);
    });
    return c.body(null, 204);
  },
};
