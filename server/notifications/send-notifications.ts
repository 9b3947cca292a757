import * as v from 'valibot';
import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/log.ts';
import { isReady, type Mailer } from '#server/mail/mailer.ts';
import { runPeriodically } from '#server/jobs/run-periodically.ts';
import { newsSchema, notificationMail } from './notification-letter.ts';
import type { UnsubscribeLinks } from './unsubscribe-link.ts';

export interface NotificationParts {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly links: UnsubscribeLinks;
  readonly siteUrl: string;
  readonly brand: string;
  readonly log: Log;
}

interface Claim {
  readonly person: string;
  readonly email: string;
  readonly items: unknown;
}

const tenMinutes = 600_000;
/**
 * The number of people claimed at once. If a server dies, those claimed but not mailed wait until
 * the next day.
 */
const batch = 20;

/** Mails notifications now and every ten minutes. Returns a function that stops it. */
export function sendNotificationsRegularly(parts: NotificationParts): () => Promise<void> {
  return runPeriodically({
    everyMs: tenMinutes,
    log: parts.log,
    failure: 'notifications could not be mailed; trying again in ten minutes',
    work: () => sendNotifications(parts),
  });
}

/**
 * Mails everybody who has news and was not mailed for a day, and returns how many. Several servers
 * may do so at once: the database assigns each person to one of them.
 */
export async function sendNotifications(parts: NotificationParts): Promise<number> {
  const { database, mailer, log } = parts;
  // Claim nothing that cannot be sent.
  if (!(await isReady(mailer))) return 0;
  let sent = 0;
  for (;;) {
    const { rows } = await database.jobs.query<Claim>(
      'select person, email, items from private.claim_mailings($1)',
      [batch],
    );
    for (const claim of rows) {
      const outcome = await send(parts, claim);
      if (outcome === 'sent') sent += 1;
      await database.jobs.query('select private.settle_mailing($1, $2)', [claim.person, outcome]);
    }
    if (rows.length < batch) break;
  }
  if (sent > 0) log.info('notifications mailed', { people: sent });
  return sent;
}

async function send(
  { mailer, links, siteUrl, brand, log }: NotificationParts,
  { person, email, items }: Claim,
): Promise<'sent' | 'failed' | 'nothing'> {
  const news = v.parse(newsSchema, items);
  if (news.length === 0) return 'nothing';
  const unsubscribe = links.addressFor(person);
  try {
    await mailer.send(notificationMail({ brand, siteUrl, to: email, news, unsubscribe }));
    return 'sent';
  } catch (error) {
    log.warn('a notification could not be mailed; trying again later', { person, error });
    return 'failed';
  }
}
