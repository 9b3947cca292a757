import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** Returns the mails, newest first. */
  mails(): Promise<StoredMail[]>;
  /** Stores a mail; resolves when it is on disk. */
  store(mail: Mail): Promise<void>;
}

/** The mailbox cannot be opened. `message` is one sentence. */
export class MailboxError extends Error {
  override name = 'MailboxError';
}

/** Returns the folder of the mails. */
export const mailboxFolder = (dataDir: string): string => join(dataDir, 'mailbox');

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

/** Reads a mail. Returns none if a crash has truncated it, or another process has removed it. */
async function readMail(file: string): Promise<readonly StoredMail[]> {
  try {
    const result = v.safeParse(storedMail, JSON.parse(await readFile(file, 'utf8')));
    return result.success ? [result.output] : [];
  } catch {
    return [];
  }
}

const digits = 15;
let storedCount = 0;

/** Returns a file name that sorts by time, and within a millisecond by order. */
function fileName(sentAt: Date): string {
  storedCount += 1;
  const parts = [sentAt.getTime(), storedCount].map((part) => String(part).padStart(digits, '0'));
  return `${parts.join('-')}-${randomUUID()}.json`;
}

/**
 * Opens the mailbox in `folder`: one file per mail, readable by the owner only, since mails hold
 * sign-in links. Several processes may use it.
 */
export async function openMailbox(
  folder: string,
  now: () => Date = () => new Date(),
): Promise<Mailbox> {
  /** Returns the names of the files, newest first. */
  const listFiles = async () => (await readdir(folder)).toSorted().toReversed();
  try {
    makeFolder(folder, 0o700);
    await listFiles();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MailboxError(
      `The local mailbox cannot be read (${reason}): move ${folder} elsewhere.`,
      {
        cause: error,
      },
    );
  }
  return {
    async mails() {
      const newest = (await listFiles()).slice(0, maxMails);
      return (await Promise.all(newest.map((name) => readMail(join(folder, name))))).flat();
    },
    async store(mail) {
      const sentAt = now();
      const stored: StoredMail = {
        ...mail,
        links: linksIn(mail.text),
        sent_at: sentAt.toISOString(),
      };
      await writeFile(join(folder, fileName(sentAt)), JSON.stringify(stored), { mode: 0o600 });
      const surplus = (await listFiles()).slice(maxMails);
      await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true })));
    },
  };
}
