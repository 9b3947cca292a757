import { Hono } from 'hono';
import type { Context, MiddlewareHandler } from 'hono';
import { escapeHtml } from '#server/escape-html.ts';
import { plainPage, plainPagePolicy } from '#server/http/plain-page.ts';
import type { KeptMail, Mailbox } from './mailbox.ts';

/** A mail's own HTML: its styles and links work, scripts and everything from elsewhere do not. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-top-navigation-by-user-activation";

/**
 * Only under a name of this machine: a foreign site whose name was made to point here could
 * otherwise read the mails, links included, through a visitor's browser.
 */
const loopbackName = /^(localhost|[^.]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

const onlyHere: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('host') ?? new URL(c.req.url).host;
  if (!loopbackName.test(host)) return c.text('The mailbox is shown under localhost only.', 403);
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', 'no-referrer');
  c.header('x-content-type-options', 'nosniff');
  return next();
};

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 0
        ? escapeHtml(part)
        : `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>`,
    )
    .join('');
}

function article(mail: KeptMail, index: number): string {
  return `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p class="about">To ${escapeHtml(mail.to)}, <time datetime="${mail.sent_at}">${mail.sent_at}</time>, <a href="/dev/mailbox/${index}">as HTML</a></p>
<pre>${withLinks(mail.text)}</pre>
</article>`;
}

function page(mails: readonly KeptMail[], brand: string): string {
  const shown =
    mails.length === 0
      ? '<p>No mail yet.</p>'
      : mails.map((mail, i) => article(mail, i)).join('\n');
  return plainPage(
    `Mailbox of ${brand}`,
    `<p>No mail server is configured, so mail stays on this machine. Newest first. <a href="/dev/mailbox">Reload</a></p>
${shown}`,
  );
}

function html(c: Context, body: string, policy: string): Response | Promise<Response> {
  c.header('content-security-policy', policy);
  return c.html(body);
}

/** `mailbox`, `mailbox.json` and each mail's HTML; to be mounted at /dev, outside of any CORS. */
export function buildMailboxPages(mailbox: Mailbox, brand: string): Hono {
  return new Hono()
    .use('/mailbox', onlyHere)
    .use('/mailbox/*', onlyHere)
    .use('/mailbox.json', onlyHere)
    .get('/mailbox.json', (c) => c.json(mailbox.mails()))
    .get('/mailbox', (c) => html(c, page(mailbox.mails(), brand), plainPagePolicy()))
    .get('/mailbox/:index{[0-9]+}', (c) => {
      const mail = mailbox.mails()[Number(c.req.param('index'))];
      return mail === undefined
        ? c.text('There is no such mail.', 404)
        : html(c, mail.html, mailPolicy);
    });
}
