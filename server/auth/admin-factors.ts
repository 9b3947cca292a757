import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { presentUser } from './present-user.ts';
import { adminSubject, requireNamedUser } from './require-admin.ts';
import type { AuthRoute } from './services.ts';
import { inTransaction } from './transaction.ts';
import { removeFactor } from './unenroll-factor.ts';

/** The second factors of somebody. */
export const adminListFactors: AuthRoute = {
  method: 'GET',
  path: '/admin/users/:user/factors',
  handle: async (c, services) =>
    c.json(presentUser(await requireNamedUser(c, services)).factors ?? []),
};

/** Helps somebody who lost their device. */
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
