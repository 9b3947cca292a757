import { listensOnLoopback, type Config } from '#server/config.ts';
import type { Allowance } from './rate-limits.ts';

/**
 * Limits of guesses at one person's secrets. One network address can't use up what all have, so a
 * stranger doesn't lock the person out.
 */
export interface GuessAllowances {
  readonly fromAddress: Allowance;
  readonly overall: Allowance;
}

/**
 * Rate limits: per network address against floods, per account against guessing.
 * See docs/decisions/auth/0027-auth-rate-limits.md.
 */
export interface Allowances {
  /** Requests for tokens from one address, and refreshes of one account. */
  readonly tokensFromAddress: Allowance;
  /** Wrong passwords for one account. */
  readonly passwords: GuessAllowances;
  readonly signUpsFromAddress: Allowance;
  /** Requests from one address that send mail. */
  readonly mailsFromAddress: Allowance;
  /** Pause between two mails of one kind to one person. */
  readonly mailPause: Allowance;
  /** Requests from one address that send mail to one person, also those that turn out to send none. */
  readonly mailsToPersonFromAddress: Allowance;
  /** The same from all addresses. One address can't use it up, so the person can still get mail. */
  readonly mailsToPerson: Allowance;
  readonly verificationsFromAddress: Allowance;
  /** Wrong codes for one person. A six-digit code is guessed within its hour at 1 : 14,000. */
  readonly mailedCodes: GuessAllowances;
  /**
   * Wrong codes of a second factor. With three valid codes at a time, guessing takes three years.
   */
  readonly totpCodes: GuessAllowances;
  /** Uses of one code of one factor, against replay of a code that somebody else saw. */
  readonly totpCode: Allowance;
  /** Apps that register from one address, or one IPv6 site (OAuth). */
  readonly registrationsFromAddress: Allowance;
  /** Apps that register from all addresses, against a flood from many. */
  readonly registrations: Allowance;
  /** Metadata documents of apps that requests from one address make the server fetch. */
  readonly clientDocumentsFromAddress: Allowance;
  /** Changes to an account from one address. */
  readonly changesToAccount: Allowance;
}

/** Raises limits per address on loopback, where all clients share one address. */
const loopbackFactor = 50;

export function allowancesFor(config: Config, localMailbox: boolean): Allowances {
  const factor = listensOnLoopback(config) ? loopbackFactor : 1;
  const mail = { code: 'over_email_send_rate_limit' } as const;
  // Mail in the local mailbox disturbs no one, so its limits are looser.
  const toPerson = localMailbox
    ? { burst: 200, everySeconds: 10, ...mail }
    : { burst: 10, everySeconds: 600, ...mail };
  const within = (seconds: number, name: string, count: number): Allowance => ({
    name,
    burst: count,
    everySeconds: seconds / count,
  });
  const fromAddress = (seconds: number, name: string, count: number): Allowance =>
    within(seconds, name, count * factor);
  return {
    tokensFromAddress: fromAddress(300, 'tokens-from-address', config.LIMIT_SIGN_INS),
    passwords: {
      fromAddress: within(300, 'passwords-from-address', config.LIMIT_WRONG_PASSWORDS),
      overall: { name: 'passwords-for-account', burst: 100, everySeconds: 36 },
    },
    signUpsFromAddress: fromAddress(300, 'sign-ups-from-address', config.LIMIT_SIGN_UPS),
    mailsFromAddress: { ...fromAddress(900, 'mails-from-address', config.LIMIT_MAILS), ...mail },
    mailPause: localMailbox
      ? { name: 'mail-pause', burst: 30, everySeconds: 1, ...mail }
      : { name: 'mail-pause', burst: 1, everySeconds: config.MAIL_PAUSE_SECONDS, ...mail },
    mailsToPersonFromAddress: { name: 'mails-to-person-from-address', ...toPerson },
    mailsToPerson: {
      ...toPerson,
      name: 'mails-to-person',
      burst: toPerson.burst * 3,
      everySeconds: toPerson.everySeconds / 3,
    },
    verificationsFromAddress: fromAddress(
      300,
      'verifications-from-address',
      config.LIMIT_VERIFICATIONS,
    ),
    mailedCodes: {
      fromAddress: { name: 'codes-from-address', burst: 5, everySeconds: 120 },
      overall: { name: 'codes-for-person', burst: 10, everySeconds: 60 },
    },
    totpCodes: {
      fromAddress: { name: 'totp-attempts-from-address', burst: 10, everySeconds: 300 },
      overall: { name: 'totp-attempts', burst: 20, everySeconds: 300 },
    },
    totpCode: { name: 'totp-code', burst: 1, everySeconds: 300 },
    registrationsFromAddress: fromAddress(3600, 'registrations-from-address', 60),
    registrations: within(3600, 'registrations', 2000),
    clientDocumentsFromAddress: fromAddress(300, 'client-documents-from-address', 30),
    changesToAccount: { name: 'changes-to-account', burst: 60, everySeconds: 10 },
  };
}
