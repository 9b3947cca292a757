import * as v from 'valibot';
import { routes } from '#contract/routes.ts';
import { writeMail } from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/mail.ts';
import { userText } from '#server/mail/user-text.ts';

/** The news for one person, as private.pending_notifications returns them. */
export const newsSchema = v.array(
  v.variant('kind', [
    v.object({
      kind: v.literal('comments'),
      prompt: v.string(),
      title: v.string(),
      count: v.number(),
      names: v.array(v.string()),
    }),
    v.object({
      kind: v.literal('source'),
      prompt: v.string(),
      title: v.string(),
      source: v.string(),
      version: v.number(),
    }),
  ]),
);

type News = v.InferOutput<typeof newsSchema>[number];

export interface NotificationLetter {
  readonly brand: string;
  readonly siteUrl: string;
  readonly to: string;
  readonly news: readonly News[];
  readonly unsubscribe: string;
}

function formatNames(names: readonly string[]): string {
  const [first, second, ...others] = names.map(userText);
  if (first === undefined) return 'Someone';
  if (second === undefined) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and others`;
}

function textOf(news: News): string {
  if (news.kind === 'source') {
    return `“${userText(news.source)}” has changed since you forked it as “${userText(news.title)}”`;
  }
  const count = news.count === 1 ? '' : ` ${news.count} times`;
  return `${formatNames(news.names)} commented${count} on “${userText(news.title)}”`;
}

/** Returns one mail about everything since the last one. */
export function notificationMail({
  brand,
  siteUrl,
  to,
  news,
  unsubscribe,
}: NotificationLetter): Mail {
  const items = news.map((item) => ({
    text: textOf(item),
    url: siteUrl + routes.prompt(item.prompt),
  }));
  return writeMail(brand, {
    to,
    subject: `News about your prompts on ${brand}`,
    heading: 'News about your prompts',
    preview: items[0]?.text ?? '',
    paragraphs: [],
    items,
    closing: `You get this email at most once a day, because email notifications are on in your ${brand} account.`,
    unsubscribe,
  });
}
