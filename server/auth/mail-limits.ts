import { addressSubject } from './rate-limits.ts';
import type { AuthContext, AuthServices } from './services.ts';

/** What is mailed, in the words of the protocol. */
export type MailKind =
  | 'confirmation'
  | 'magic link'
  | 'recovery'
  | 'email change'
  | 'reauthentication'
  | 'invite';

const pauseSubject = (kind: MailKind, email: string) => `${kind}:${email}`;

/**
 * Counts a request that sends mail, before anybody has looked whether the address has an account:
 * refusals are the same for all.
 */
export async function countMail(
  context: AuthContext,
  { limits, allowances }: AuthServices,
  email: string,
  kind: MailKind,
): Promise<void> {
  await limits.use(allowances.mailsFromAddress, addressSubject(context.get('clientAddress')));
  await limits.use(allowances.mailPause, pauseSubject(kind, email));
  await limits.use(allowances.mailsToPerson, email);
}

/** No mail left, and the person was told: they may try again at once. */
export async function giveBackMail(
  { limits, allowances }: AuthServices,
  email: string,
  kind: MailKind,
): Promise<void> {
  await limits.giveBack(allowances.mailPause, pauseSubject(kind, email));
  await limits.giveBack(allowances.mailsToPerson, email);
}
