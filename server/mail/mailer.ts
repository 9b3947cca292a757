import { createTransport } from 'nodemailer';
import { isReachedByOthers, type Config } from '#server/config.ts';
import { currentCaller } from '#server/current-caller.ts';
import { createFairLimit, TooMuchWaits } from '#server/fair-limit.ts';
import type { Log } from '#server/log.ts';
import type { Mail } from './mail.ts';
import type { Mailbox } from './mailbox.ts';
import { smtpConnections, smtpOptions, type SmtpTrust } from './smtp-options.ts';

/** Sends mail, or stores it in the local mailbox. */
export interface Mailer {
  /** Whether mail stays in the local mailbox. */
  readonly local: boolean;
  /**
   * Sends a mail. Resolves when the mail server has accepted it; rejects with {@link MailNotSent}.
   */
  send(mail: Mail): Promise<void>;
  /**
   * Checks that mail can be sent, as far as possible without sending; rejects with {@link
   * MailNotSent}. Called before responses that must not reveal who has an account.
   */
  ready(): Promise<void>;
  close(): void;
}

/** Returns whether mail can be sent, as {@link Mailer.ready} finds out. */
export function isReady(mailer: Mailer): Promise<boolean> {
  return mailer.ready().then(
    () => true,
    () => false,
  );
}

export class MailNotSent extends Error {
  override name = 'MailNotSent';
}

/** How long a mail server that responded is assumed to be available. */
const trustedForMs = 30_000;
const maxWaiting = 1_000;

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function localMailer(mailbox: Mailbox, log: Log): Mailer {
  return {
    local: true,
    async send(mail) {
      try {
        await mailbox.store(mail);
      } catch (error) {
        throw new MailNotSent(`The local mailbox cannot be written: ${reason(error)}`, {
          cause: error,
        });
      }
      log.info('mail stored in the local mailbox');
    },
    ready: () => Promise.resolve(),
    close: () => undefined,
  };
}

function refusingMailer(): Mailer {
  const refuse = () =>
    Promise.reject(new MailNotSent('No email can be sent: SMTP_URL is not configured.'));
  return { local: false, send: refuse, ready: refuse, close: () => undefined };
}

function smtpMailer(url: string, from: string, log: Log, trust: SmtpTrust): Mailer {
  const transport = createTransport(smtpOptions(url, trust));
  transport.on('error', (error) => log.warn('the connection to the mail server failed', { error }));
  // Callers take turns: a sign-up waits for its mail, and must not for hundreds of somebody else.
  const turns = createFairLimit(smtpConnections, maxWaiting);
  let respondedAt = Number.NEGATIVE_INFINITY;

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      respondedAt = performance.now();
    } catch (error) {
      respondedAt = Number.NEGATIVE_INFINITY;
      throw new MailNotSent(`The mail server did not accept the email: ${reason(error)}`, {
        cause: error,
      });
    }
  }

  return {
    local: false,
    async send(mail) {
      const sendNow = () => attempt(() => transport.sendMail({ ...mail, from }));
      await turns.run(currentCaller(), sendNow).catch((error: unknown) => {
        if (!(error instanceof TooMuchWaits)) throw error;
        throw new MailNotSent('Too many emails wait.', { cause: error });
      });
      log.info('mail sent');
    },
    async ready() {
      if (performance.now() - respondedAt < trustedForMs) return;
      await attempt(() => transport.verify());
    },
    close: () => transport.close(),
  };
}

/**
 * Creates the mailer: SMTP if SMTP_URL is set, else the local mailbox, else one that refuses.
 * Neither recipients nor subjects are logged: these have names of people, and titles of private prompts.
 */
export function createMailer(
  config: Config,
  mailbox: Mailbox | null,
  log: Log,
  trust: SmtpTrust = {},
): Mailer {
  if (config.SMTP_URL !== null) return smtpMailer(config.SMTP_URL, config.MAIL_FROM, log, trust);
  return mailbox === null ? refusingMailer() : localMailer(mailbox, log);
}

/**
 * Returns whether outgoing mail is stored for /dev/mailbox. It must not be readable from other
 * machines, not even through a proxy.
 */
export function usesLocalMailbox(config: Config): boolean {
  return config.SMTP_URL === null && !isReachedByOthers(config);
}
