import { presentUser } from './present-user.ts';
import { requireSession } from './require-session.ts';
import type { AuthRoute } from './services.ts';

/** Who is signed in. */
export const readUser: AuthRoute = {
  method: 'GET',
  path: '/user',
  handle: async (c, services) => c.json(presentUser((await requireSession(c, services)).user)),
};
