import { addressSubject } from '#server/http/caller/client-address.ts';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';

/** Kinds of mail, in the words of the protocol's error messages. */
export type MailKind =
  | 'confirmation'
  | 'magic link'
  | 'recovery'
  | 'email change'
  | 'reauthentication'
  | 'invite';

const pauseSubject = (kind: MailKind, email: string) => `${kind}:${email}`;

/**
 * Counts a request that sends mail. Call it before the account is looked up, so that addresses with
 * and without an account get the same refusals.
 */
export async function countMail(
  context: AuthContext,
  { limits, allowances }: AuthServices,
  email: string,
  kind: MailKind,
): Promise<void> {
  const address = addressSubject(context.get('clientAddress'));
  const fromAddress = `${email} ${address}`;
  await limits.use(allowances.mailsFromAddress, address);
  // Before the pause, which whoever is refused here would otherwise take from the person.
  await limits.use(allowances.mailsToPersonFromAddress, fromAddress);
  try {
    await limits.use(allowances.mailPause, pauseSubject(kind, email));
  } catch (error) {
    await limits.refund(allowances.mailsToPersonFromAddress, fromAddress);
    throw error;
  }
  await limits.use(allowances.mailsToPerson, email);
}

/** Refunds a mail that was not sent, after an error response. The person may retry at once. */
export async function refundMail(
  { limits, allowances }: AuthServices,
  email: string,
  kind: MailKind,
): Promise<void> {
  await limits.refund(allowances.mailPause, pauseSubject(kind, email));
  await limits.refund(allowances.mailsToPerson, email);
}
