import { appendFile, chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { makeFolder } from '#server/make-folder.ts';
import type { Mail } from './mail.ts';

/** A mail that was stored here instead of being sent. */
export interface StoredMail extends Mail {
  /** The links of the text, in order. */
  readonly links: readonly string[];
  /** ISO 8601, UTC. */
  readonly sent_at: string;
}

/**
 * The outgoing mail of an installation without a mail server. The newest mails survive a restart.
 */
export interface Mailbox {
  /** Newest first. */
  readonly mails: () => readonly StoredMail[];
  /** Stores a mail; resolves when it is on disk. */
  store(mail: Mail): Promise<void>;
}

/** The mailbox cannot be opened. `message` is one sentence. */
export class MailboxError extends Error {
  override name = 'MailboxError';
}

/** Enough for every trial, without filling the disk of a forgotten installation. */
const maxMails = 200;

const storedMail = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  links: v.array(v.string()),
  sent_at: v.string(),
});

function linksIn(text: string): string[] {
  return text.match(/https?:\/\/\S+/g) ?? [];
}

/** Parses a line, and skips one that a crash has truncated. */
function parseLine(line: string): readonly StoredMail[] {
  try {
    const result = v.safeParse(storedMail, JSON.parse(line));
    return result.success ? [result.output] : [];
  } catch {
    return [];
  }
}

async function readMails(file: string): Promise<StoredMail[]> {
  try {
    const lines = (await readFile(file, 'utf8')).split('\n');
    return lines.flatMap(parseLine).slice(-maxMails);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function asLine(mail: StoredMail): string {
  return `${JSON.stringify(mail)}\n`;
}

/**
 * Opens the mailbox in `file` (JSON lines, readable by the owner only, since mails hold sign-in
 * links).
 */
export async function openMailbox(
  file: string,
  now: () => Date = () => new Date(),
): Promise<Mailbox> {
  let mails: StoredMail[];
  try {
    makeFolder(dirname(file));
    mails = await readMails(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MailboxError(
      `The local mailbox cannot be read (${reason}): move ${file} elsewhere.`,
      {
        cause: error,
      },
    );
  }
  let lines = Number.POSITIVE_INFINITY;
  let last: Promise<void> = Promise.resolve();

  /**
   * Writes a mail. `all` are the mails at that moment; later ones are written by their own calls.
   */
  async function write(mail: StoredMail, all: readonly StoredMail[]): Promise<void> {
    if (lines < 2 * maxMails) {
      lines += 1;
      await appendFile(file, asLine(mail), { mode: 0o600 });
      return;
    }
    const whole = all.map(asLine).join('');
    await writeFile(`${file}.new`, whole, { mode: 0o600 });
    await chmod(`${file}.new`, 0o600);
    await rename(`${file}.new`, file);
    lines = all.length;
  }

  return {
    mails: () => mails.toReversed(),
    store(mail) {
      const stamped = { ...mail, links: linksIn(mail.text), sent_at: now().toISOString() };
      mails = [...mails, stamped].slice(-maxMails);
      const all = mails;
      const written = last.then(() => write(stamped, all));
      last = written.catch(() => undefined);
      return written;
    },
  };
}
