import { listensOnLoopback } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { Allowance } from './rate-limits.ts';

/**
 * How much is allowed. Per network address ("from one place") against floods, per account against
 * guessing. See docs/decisions/034.
 */
export interface Allowances {
  /** Requests for tokens from one place. */
  readonly tokensFromAddress: Allowance;
  /** Wrong passwords for one account from one place. */
  readonly passwordsFromAddress: Allowance;
  /** Wrong passwords for one account from everywhere: many places may not guess together. */
  readonly passwordsForAccount: Allowance;
  readonly signUpsFromAddress: Allowance;
  /** Requests from one place that send mail. */
  readonly mailsFromAddress: Allowance;
  /** Mails of one kind to one person: not twice in a row… */
  readonly mailPause: Allowance;
  /** … and not all day. */
  readonly mailsToPerson: Allowance;
  readonly verificationsFromAddress: Allowance;
  /** Wrong codes for one person: with six digits and one hour, guessing one has a chance of 1 : 14,000. */
  readonly codesForPerson: Allowance;
  /** Wrong codes of a second factor: with three codes valid at a time, guessing one takes three years. */
  readonly totpAttempts: Allowance;
  /** One code of one factor: whoever looked over a shoulder comes too late. */
  readonly totpCode: Allowance;
  /** Changes a signed-in person makes to their account. */
  readonly changesToAccount: Allowance;
}

/** On loopback everybody comes from the same address, which therefore says nothing. */
const loopbackFactor = 50;

export function allowancesFor(config: Config, localMailbox: boolean): Allowances {
  const factor = listensOnLoopback(config) ? loopbackFactor : 1;
  const mail = { code: 'over_email_send_rate_limit' } as const;
  const fromAddress = (name: string, burst: number, everySeconds: number): Allowance => ({
    name,
    burst: burst * factor,
    everySeconds: everySeconds / factor,
  });
  return {
    tokensFromAddress: fromAddress('tokens-from-address', 150, 2),
    passwordsFromAddress: { name: 'passwords-from-address', burst: 10, everySeconds: 30 },
    passwordsForAccount: { name: 'passwords-for-account', burst: 100, everySeconds: 36 },
    signUpsFromAddress: fromAddress('sign-ups-from-address', 30, 10),
    mailsFromAddress: { ...fromAddress('mails-from-address', 30, 30), ...mail },
    // Nobody is bothered by mail that stays in the local mailbox.
    mailPause: localMailbox
      ? { name: 'mail-pause', burst: 30, everySeconds: 1, ...mail }
      : { name: 'mail-pause', burst: 1, everySeconds: 60, ...mail },
    mailsToPerson: localMailbox
      ? { name: 'mails-to-person', burst: 200, everySeconds: 10, ...mail }
      : { name: 'mails-to-person', burst: 10, everySeconds: 600, ...mail },
    verificationsFromAddress: fromAddress('verifications-from-address', 30, 10),
    codesForPerson: { name: 'codes-for-person', burst: 10, everySeconds: 60 },
    totpAttempts: { name: 'totp-attempts', burst: 10, everySeconds: 300 },
    totpCode: { name: 'totp-code', burst: 1, everySeconds: 300 },
    changesToAccount: { name: 'changes-to-account', burst: 60, everySeconds: 10 },
  };
}
