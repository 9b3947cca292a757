import { addressSubject } from '#server/http/caller/client-address.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import type { GuessAllowances } from './allowances.ts';

const subjectFromAddress = (context: AuthContext, person: string) =>
  `${person} ${addressSubject(context.get('clientAddress'))}`;

/** Counts a guess. Call it before the secret is compared, so that concurrent guesses count too. */
export async function countGuess(
  context: AuthContext,
  { limits }: AuthServices,
  { fromAddress, overall }: GuessAllowances,
  person: string,
): Promise<void> {
  await limits.use(fromAddress, subjectFromAddress(context, person));
  await limits.use(overall, person);
}

/** Refunds a guess that was right, or none. */
export async function refundGuess(
  context: AuthContext,
  { limits }: AuthServices,
  { fromAddress, overall }: GuessAllowances,
  person: string,
): Promise<void> {
  await limits.refund(fromAddress, subjectFromAddress(context, person));
  await limits.refund(overall, person);
}
