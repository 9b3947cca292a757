import type { Mail } from '#server/mail/mail.ts';
import { MailNotSent } from '#server/mail/mailer.ts';
import { AuthError } from '#server/auth/auth-error.ts';
import { refundMail, type MailKind } from '#server/auth/limits/mail-limits.ts';
import type { AuthServices } from '#server/auth/services.ts';

function failure(kind: MailKind, error: unknown): unknown {
  if (!(error instanceof MailNotSent)) return error;
  return new AuthError('unexpected_failure', `Error sending ${kind} email`, { cause: error });
}

/** Delay of the second attempt, for a mail server that is busy for a moment. */
const retryAfterMs = 400;

/**
 * Sends a mail in at most two attempts. If both fail, refunds the mail limit of `countedFor` and
 * throws. `countedFor` is the address whose limit was used, by default the recipient.
 */
export async function sendMail(
  services: AuthServices,
  kind: MailKind,
  mail: Mail,
  countedFor = mail.to,
): Promise<void> {
  const { mailer } = services;
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    await mailer.send(mail).catch(async (again: unknown) => {
      await refundMail(services, countedFor, kind);
      throw failure(kind, again);
    });
  }
}

/**
 * Refuses the request if the mail server cannot be reached. Call it before the account is looked
 * up, so that the refusal reveals nothing.
 */
export async function requireMailServer(
  services: AuthServices,
  kind: MailKind,
  countedFor: string,
): Promise<void> {
  try {
    await services.mailer.ready();
  } catch (error) {
    await refundMail(services, countedFor, kind);
    throw failure(kind, error);
  }
}

const retriesAfterMs = [500, 5_000, 30_000];

/** Sends a mail in background work, with retries. Throws the last error, which is then logged. */
export async function sendMailWithRetries({ mailer }: AuthServices, mail: Mail): Promise<void> {
  for (const pause of retriesAfterMs) {
    try {
      await mailer.send(mail);
      return;
    } catch (error) {
      if (!(error instanceof MailNotSent)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  await mailer.send(mail);
}
