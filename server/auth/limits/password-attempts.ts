import { addressSubject } from '#server/http/caller/client-address.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { countGuess, refundGuess } from './guesses.ts';

/**
 * Counts a sign-in attempt, with or without an account. Call it before the password is verified, so
 * that concurrent attempts count too. Refuses one for which there is no thread before it costs
 * statements of the database.
 */
export async function countAttempt(
  context: AuthContext,
  services: AuthServices,
  email: string,
): Promise<void> {
  services.passwords.requireRoom(addressSubject(context.get('clientAddress')));
  await countGuess(context, services, services.allowances.passwords, email);
}

/**
 * Compares a password after {@link countAttempt}. Refunds the attempt if it was right, or if nothing
 * was compared because too many passwords wait.
 */
export async function passwordMatches(
  context: AuthContext,
  services: AuthServices,
  email: string,
  password: string,
  storedHash: string | null,
): Promise<boolean> {
  const caller = addressSubject(context.get('clientAddress'));
  let shouldRefund = true;
  try {
    shouldRefund = await services.passwords.matches(password, storedHash, caller);
    return shouldRefund;
  } finally {
    if (shouldRefund) await refundAttempt(context, services, email);
  }
}

/**
 * Refunds an attempt that was no guess: the password was right or not compared, or the page tried to
 * sign in before it signed up. Sign-ups have their own limit, so they give no more guesses than they cost.
 */
export async function refundAttempt(
  context: AuthContext,
  services: AuthServices,
  email: string,
): Promise<void> {
  await refundGuess(context, services, services.allowances.passwords, email);
}
