import { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import type { Database } from '#server/db/database.ts';
import { escapeHtml } from '#server/escape-html.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import type { PlainPages } from '#server/http/pages/plain-page.ts';
import type { UnsubscribeLinks } from './unsubscribe-link.ts';

/**
 * Builds the page behind the link of a notification mail. Opening it changes nothing, since mail
 * programs and scanners open links too. The button unsubscribes, and so does the mail program's
 * one-click request (RFC 8058).
 */
export function buildUnsubscribePage(
  database: Database,
  links: UnsubscribeLinks,
  brand: string,
  pages: PlainPages,
) {
  const name = escapeHtml(brand);
  const account = `<a href="${routes.account}">account settings</a>`;
  return new Hono<HttpEnv>()
    .use(async (c, next) => {
      c.header('content-security-policy', pages.policy({ form: true }));
      c.header('cache-control', 'no-store');
      c.header('referrer-policy', 'no-referrer');
      await next();
    })
    .get('/', (c) => {
      if (links.personOf(new URL(c.req.url).searchParams) === null)
        return c.html(invalidLinkPage(pages), 404);
      return c.html(
        pages.render(
          'Unsubscribe',
          `<p>${name} emails you at most once a day about comments on your prompts, proposals, and changes to prompts you forked.</p>
<form method="post"><button type="submit">Stop these emails</button></form>`,
        ),
      );
    })
    .post('/', async (c) => {
      const person = links.personOf(new URL(c.req.url).searchParams);
      if (person === null) return c.html(invalidLinkPage(pages), 404);
      await database.owner.query('select private.stop_notifications($1)', [person]);
      return c.html(
        pages.render(
          "You're unsubscribed",
          `<p>${name} no longer emails you about comments, proposals and changes. You can turn this back on in your ${account}.</p>`,
        ),
      );
    });
}

function invalidLinkPage(pages: PlainPages): string {
  return pages.render(
    'This link is incomplete',
    '<p>Open the link in the email again, or copy all of it.</p>',
  );
}
