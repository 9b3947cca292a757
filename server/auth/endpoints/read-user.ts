import { presentUser } from '#server/auth/accounts/present-user.ts';
import { requireSession } from '#server/auth/tokens/require-session.ts';
import type { AuthRoute } from '#server/auth/services.ts';

/** Returns the signed-in user. */
export const readUser: AuthRoute = {
  method: 'GET',
  path: '/user',
  handle: async (c, services) => c.json(presentUser((await requireSession(c, services)).user)),
};
