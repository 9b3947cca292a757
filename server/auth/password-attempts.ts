import { addressSubject } from './rate-limits.ts';
import type { AuthContext, AuthServices } from './services.ts';

function subjects(context: AuthContext, email: string) {
  return { here: `${email} ${addressSubject(context.get('clientAddress'))}`, anywhere: email };
}

/**
 * Counts an attempt to sign in before the password is looked at, so that many at once are counted
 * too; whether the address has an account does not matter.
 */
export async function countAttempt(
  context: AuthContext,
  { limits, allowances }: AuthServices,
  email: string,
): Promise<void> {
  const { here, anywhere } = subjects(context, email);
  await limits.use(allowances.passwordsFromAddress, here);
  await limits.use(allowances.passwordsForAccount, anywhere);
}

/**
 * The password was right, or the attempt was the sign-in that a sign-up begins with: that was no
 * guess. Sign-ups are limited themselves, so they give no more guesses than they cost.
 */
export async function giveBackAttempt(
  context: AuthContext,
  { limits, allowances }: AuthServices,
  email: string,
): Promise<void> {
  const { here, anywhere } = subjects(context, email);
  await limits.giveBack(allowances.passwordsFromAddress, here);
  await limits.giveBack(allowances.passwordsForAccount, anywhere);
}
