import { addressSubject } from './rate-limits.ts';
import type { AuthContext, AuthServices } from './services.ts';

/**
 * Counts a request that sends mail, before anybody has looked whether the address has an account:
 * refusals are the same for all.
 */
export async function countMail(
  context: AuthContext,
  { limits, allowances }: AuthServices,
  email: string,
  kind: 'confirmation' | 'magic-link' | 'recovery' | 'email-change' | 'reauthentication',
): Promise<void> {
  await limits.use(allowances.mailsFromAddress, addressSubject(context.get('clientAddress')));
  await limits.use(allowances.mailPause, `${kind}:${email}`);
  await limits.use(allowances.mailsToPerson, email);
}
