import { appendFile, chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { makeFolder } from '#server/make-folder.ts';
import type { Mail } from './mail.ts';

/** A mail that was kept here instead of being sent. */
export interface KeptMail extends Mail {
  /** Addresses in the text, in their order. */
  readonly links: readonly string[];
  /** ISO 8601, UTC. */
  readonly sent_at: string;
}

/** Outgoing mail of an installation without a mail server: the newest messages, also after a restart. */
export interface Mailbox {
  /** Newest first. */
  readonly mails: () => readonly KeptMail[];
  /** Resolves when the mail is on disk. */
  keep(mail: Mail): Promise<void>;
}

/** The mailbox cannot be opened; `message` is one sentence. */
export class MailboxError extends Error {
  override name = 'MailboxError';
}

/** Enough for every trial; a forgotten installation does not fill its disk. */
const mostKept = 200;

const keptMail = v.object({
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

/** A line cut short by a crash is left out. */
function parseLine(line: string): readonly KeptMail[] {
  try {
    const result = v.safeParse(keptMail, JSON.parse(line));
    return result.success ? [result.output] : [];
  } catch {
    return [];
  }
}

async function readKept(file: string): Promise<KeptMail[]> {
  try {
    const lines = (await readFile(file, 'utf8')).split('\n');
    return lines.flatMap(parseLine).slice(-mostKept);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function asLine(mail: KeptMail): string {
  return `${JSON.stringify(mail)}\n`;
}

/** Opens the mailbox in `file` (JSON lines, owner only: the mails hold links that sign people in). */
export async function openMailbox(
  file: string,
  now: () => Date = () => new Date(),
): Promise<Mailbox> {
  let kept: KeptMail[];
  try {
    makeFolder(dirname(file));
    kept = await readKept(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MailboxError(`The local mailbox cannot be read (${reason}): move ${file} away.`, {
      cause: error,
    });
  }
  let lines = Number.POSITIVE_INFINITY;
  let last: Promise<void> = Promise.resolve();

  /** `all` are the mails as they were when this one came: later ones follow with writes of their own. */
  async function write(mail: KeptMail, all: readonly KeptMail[]): Promise<void> {
    if (lines < 2 * mostKept) {
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
    mails: () => kept.toReversed(),
    keep(mail) {
      const stamped = { ...mail, links: linksIn(mail.text), sent_at: now().toISOString() };
      kept = [...kept, stamped].slice(-mostKept);
      const all = kept;
      const written = last.then(() => write(stamped, all));
      last = written.catch(() => undefined);
      return written;
    },
  };
}
