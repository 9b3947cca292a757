import { addressSubject } from '#server/http/caller/client-address.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';

/**
 * Counts a change to an account by its network address, so that a thief who uses up the limit can't
 * keep the owner from changing the password.
 */
export async function countChange(
  context: AuthContext,
  { limits, allowances }: AuthServices,
  userId: string,
): Promise<void> {
  const address = addressSubject(context.get('clientAddress'));
  await limits.use(allowances.changesToAccount, `${userId} ${address}`);
}
