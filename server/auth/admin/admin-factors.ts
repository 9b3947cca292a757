import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { presentUser } from '#server/auth/accounts/present-user.ts';
import { adminSubject, requireNamedUser } from './require-admin.ts';
import type { AuthRoute } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { removeFactor } from '#server/auth/mfa/unenroll-factor.ts';

/** Lists the second factors of a user. */
export const adminListFactors: AuthRoute = {
  method: 'GET',
  path: '/admin/users/:user/factors',
  handle: async (c, services) =>
    c.json(presentUser(await requireNamedUser(c, services)).factors ?? []),
};

/** Deletes a second factor, for a user who lost their device. */
export const adminDeleteFactor: AuthRoute = {
  method: 'DELETE',
  path: '/admin/users/:user/factors/:factor',
  handle: async (c, services) => {
    const user = await requireNamedUser(c, services);
    const factor = presentUser(user).factors?.find(({ id }) => id === c.req.param('factor'));
    if (factor === undefined) throw new AuthError('mfa_factor_not_found');
    await inTransaction(services.database.auth, async (client) => {
      await removeFactor(client, user.id, factor.id);
      const traits = { user_id: user.id, factor_id: factor.id };
      await recordAudit(client, c, 'factor_deleted', adminSubject, traits);
    });
    return c.json(factor);
  },
};
