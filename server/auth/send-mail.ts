import type { Mail } from '#server/mail/mail.ts';
import { MailNotSent } from '#server/mail/mailer.ts';
import { AuthError } from './auth-error.ts';
import type { AuthServices } from './services.ts';

/** What cannot be sent, in the words of the protocol. */
export type MailKind =
  | 'confirmation'
  | 'magic link'
  | 'recovery'
  | 'email change'
  | 'reauthentication'
  | 'invite';

function failure(kind: MailKind, error: unknown): unknown {
  if (!(error instanceof MailNotSent)) return error;
  return new AuthError('unexpected_failure', `Error sending ${kind} email`, { cause: error });
}

/** A mail server that is busy for a moment is asked once more while the person waits. */
const retryAfterMs = 400;

/** Sends a mail, at the second attempt if need be, and says so when it cannot be sent. */
export async function sendMail(
  { mailer }: AuthServices,
  kind: MailKind,
  mail: Mail,
): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    await mailer.send(mail).catch((again: unknown) => {
      throw failure(kind, again);
    });
  }
}

/** Refuses when no mail can be sent now: to everybody alike, before it is known who has an account. */
export async function requireMail({ mailer }: AuthServices, kind: MailKind): Promise<void> {
  try {
    await mailer.ready();
  } catch (error) {
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
