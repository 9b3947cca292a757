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
    v.object({
      kind: v.literal('proposals'),
      /** One of them. */
      proposal: v.string(),
      title: v.string(),
      count: v.number(),
      names: v.array(v.string()),
    }),
    v.object({
      kind: v.literal('answers'),
      proposal: v.string(),
      title: v.string(),
      accepted: v.number(),
      declined: v.number(),
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
  const title = `“${userText(news.title)}”`;
  switch (news.kind) {
    case 'source':
      return `“${userText(news.source)}” has changed since you forked it as ${title}`;
    case 'proposals': {
      const changes = news.count === 1 ? 'a change' : `${news.count} changes`;
      return `${formatNames(news.names)} proposed ${changes} to ${title}`;
    }
    case 'answers':
      return describeAnswers(news.accepted, news.declined, title);
    case 'comments': {
      const count = news.count === 1 ? '' : ` ${news.count} times`;
      return `${formatNames(news.names)} commented${count} on ${title}`;
    }
  }
}

function describeAnswers(accepted: number, declined: number, title: string): string {
  if (accepted + declined === 1) {
    return `Your proposal to ${title} was ${accepted === 1 ? 'accepted' : 'declined'}`;
  }
  const counts = [
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(declined > 0 ? [`${declined} declined`] : []),
  ];
  return `Your proposals to ${title}: ${counts.join(', ')}`;
}

function pathOf(news: News): string {
  switch (news.kind) {
    case 'comments':
    case 'source':
      return routes.prompt(news.prompt);
    case 'proposals':
      return news.count === 1 ? routes.proposal(news.proposal) : routes.proposals;
    case 'answers':
      return news.accepted + news.declined === 1
        ? routes.proposal(news.proposal)
        : routes.proposals;
  }
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
    url: siteUrl + pathOf(item),
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
