import { isRefusal } from '#server/http/caller/caller.ts';
import type { AuditSubject } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { hasBearer, tokenError } from '#server/auth/tokens/require-session.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { findUserById, type UserRecord } from '#server/auth/accounts/user-record.ts';
import { isUuid } from '#contract/uuid.ts';

/** The actor in the audit log for requests with the secret key. */
export const adminSubject: AuditSubject = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'service_role',
};

/** Refuses every caller whose role is not `service_role` (the secret key as the bearer). */
export async function requireAdmin(c: AuthContext, services: AuthServices): Promise<void> {
  const caller = await services.verifier.identify(c.req.raw.headers);
  if (isRefusal(caller)) throw tokenError(caller);
  if (caller.role === 'service_role') return;
  throw new AuthError(hasBearer(c) ? 'not_admin' : 'no_authorization');
}

/** Calls {@link requireAdmin} and returns the user that the path names, if `find` finds them. */
export async function requireNamedUser(
  c: AuthContext,
  services: AuthServices,
  find = findUserById,
): Promise<UserRecord> {
  await requireAdmin(c, services);
  const id = c.req.param('user') ?? '';
  if (!isUuid(id)) throw invalid('user_id must be an UUID', 404);
  const user = await find(services.database.auth, id);
  if (user === null) throw new AuthError('user_not_found', 'User not found', { status: 404 });
  return user;
}
