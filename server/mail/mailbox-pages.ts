import { Hono } from 'hono';
import type { Context, MiddlewareHandler } from 'hono';
import { escapeHtml } from '#server/escape-html.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { onlyLocal } from '#server/http/caller/only-local.ts';
import { plainPage, plainPagePolicy } from '#server/http/pages/plain-page.ts';
import type { StoredMail, Mailbox } from './mailbox.ts';

/**
 * The policy of a mail's own HTML. Its styles and links work; scripts and external resources do
 * not.
 */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-top-navigation-by-user-activation";

const refusal =
  'The mailbox can only be opened on this machine, and not through a proxy. Open it at http://localhost.';

const withoutCaching: MiddlewareHandler<HttpEnv> = async (c, next) => {
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', 'no-referrer');
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

function article(mail: StoredMail, index: number): string {
  return `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p class="about">To ${escapeHtml(mail.to)}, <time datetime="${mail.sent_at}">${mail.sent_at}</time>, <a href="/dev/mailbox/${index}">as HTML</a></p>
<pre>${withLinks(mail.text)}</pre>
</article>`;
}

function page(mails: readonly StoredMail[], brand: string): string {
  const shown =
    mails.length === 0
      ? '<p>No emails yet.</p>'
      : mails.map((mail, i) => article(mail, i)).join('\n');
  return plainPage(
    `${brand} mailbox`,
    `<p>No mail server is configured, so emails stay on this machine. Newest first. <a href="/dev/mailbox">Reload</a></p>
${shown}`,
  );
}

function html(c: Context, body: string, policy: string): Response | Promise<Response> {
  c.header('content-security-policy', policy);
  return c.html(body);
}

/** Builds `mailbox`, `mailbox.json` and each mail's HTML. Mount it at /dev, without CORS. */
export function buildMailboxPages(mailbox: Mailbox, brand: string): Hono<HttpEnv> {
  const guards = [onlyLocal(refusal), withoutCaching] as const;
  return new Hono<HttpEnv>()
    .use('/mailbox', ...guards)
    .use('/mailbox/*', ...guards)
    .use('/mailbox.json', ...guards)
    .get('/mailbox.json', (c) => c.json(mailbox.mails()))
    .get('/mailbox', (c) => html(c, page(mailbox.mails(), brand), plainPagePolicy()))
    .get('/mailbox/:index{[0-9]+}', (c) => {
      const mail = mailbox.mails()[Number(c.req.param('index'))];
      return mail === undefined
        ? c.text('There is no such email.', 404)
        : html(c, mail.html, mailPolicy);
    });
}
