import type { Mail } from '#server/mail/mail.ts';
import { MailNotSent } from '#server/mail/mailer.ts';
import { AuthError } from './auth-error.ts';
import { giveBackMail } from './mail-limits.ts';
import type { MailKind } from './mail-limits.ts';
import type { AuthServices } from './services.ts';

function failure(kind: MailKind, error: unknown): unknown {
  if (!(error instanceof MailNotSent)) return error;
  return new AuthError('unexpected_failure', `Error sending ${kind} email`, { cause: error });
}

/** A mail server that is busy for a moment is asked once more while the person waits. */
const retryAfterMs = 400;

/**
 * Sends a mail, at the second attempt if need be, and says so when it cannot be sent; `countedFor` is
 * whom it was counted for, if not its reader.
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
      await giveBackMail(services, countedFor, kind);
      throw failure(kind, again);
    });
  }
}

/** Refuses when no mail can be sent now: to everybody alike, before it is known who has an account. */
export async function requireMail(
  services: AuthServices,
  kind: MailKind,
  countedFor: string,
): Promise<void> {
  try {
    await services.mailer.ready();
  } catch (error) {
    await giveBackMail(services, countedFor, kind);
    throw failure(kind, error);
  }
}

const retriesAfterMs = [500, 5_000, 30_000];

/** Sends a mail from work in the background: tries again, and leaves the last failure to be logged. */
export async function sendMailLater({ mailer }: AuthServices, mail: Mail): Promise<void> {
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
