import { isRefusal } from '#server/http/caller.ts';
import type { AuditSubject } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { hasBearer, tokenError, uuid } from './require-session.ts';
import type { AuthContext, AuthServices } from './services.ts';
import { findUserById } from './user-record.ts';
import type { UserRecord } from './user-record.ts';

/** Whom the audit log names when the secret key acts. */
export const adminSubject: AuditSubject = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'service_role',
};

/** Lets the secret key in, as the bearer, and nobody else. */
export async function requireAdmin(c: AuthContext, services: AuthServices): Promise<void> {
  const caller = await services.verifier.identify(c.req.raw.headers);
  if (isRefusal(caller)) throw tokenError(caller);
  if (caller.role === 'service_role') return;
  throw new AuthError(hasBearer(c) ? 'not_admin' : 'no_authorization');
}

/** {@link requireAdmin}, and the user that the path names. */
export async function requireNamedUser(
  c: AuthContext,
  services: AuthServices,
): Promise<UserRecord> {
  await requireAdmin(c, services);
  const id = c.req.param('user') ?? '';
  if (!uuid.test(id)) {
    throw new AuthError('validation_failed', 'user_id must be an UUID', { status: 404 });
  }
  const user = await findUserById(services.database.auth, id);
  if (user === null) throw new AuthError('user_not_found', 'User not found', { status: 404 });
  return user;
}
