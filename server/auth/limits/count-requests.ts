import { addressSubject } from '#server/http/caller/client-address.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import type { Allowance } from './rate-limits.ts';

/** Counts a request of a network address against one of its limits. */
export async function countFromAddress(
  context: AuthContext,
  { limits }: AuthServices,
  allowance: Allowance,
): Promise<void> {
  await limits.use(allowance, addressSubject(context.get('clientAddress')));
}

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
