import * as v from 'valibot';
import { routes } from '#contract/routes.ts';
import { writeMail } from '#server/mail/layout.ts';
import type { Mail } from '#server/mail/mail.ts';

/** What the database has to tell a person, as private.items_for writes it. */
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

/** Names and titles are people's own: one line, and no longer than a line is. */
function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function who(names: readonly string[]): string {
  const [first, second, ...others] = names.map(short);
  if (first === undefined) return 'Somebody';
  if (second === undefined) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and others`;
}

function textOf(news: News): string {
  if (news.kind === 'source') {
    return `“${short(news.source)}” has changed since you forked it as “${short(news.title)}”`;
  }
  const count = news.count === 1 ? '' : ` ${news.count} times`;
  return `${who(news.names)} commented${count} on “${short(news.title)}”`;
}

/** One mail about everything that happened since the last one. */
export function notificationMail({
  brand,
  siteUrl,
  to,
  news,
  unsubscribe,
}: NotificationLetter): Mail {
  return writeMail(
    {
      to,
      subject: `News about your prompts at ${brand}`,
      heading: 'News about your prompts',
      paragraphs: [],
      items: news.map((each) => ({
        text: textOf(each),
        url: siteUrl + routes.prompt(each.prompt),
      })),
      closing: `You get this mail, at most once a day, because your notifications at ${brand} are on.`,
      unsubscribe,
    },
    brand,
  );
}
