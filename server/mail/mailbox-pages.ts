import { createHash } from 'node:crypto';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { escapeHtml } from '#server/escape-html.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { onlyLocal } from '#server/http/caller/only-local.ts';
import type { PlainPages } from '#server/http/pages/plain-page.ts';
import { findCode } from './layout.ts';
import type { StoredMail, Mailbox } from './mailbox.ts';

/**
 * The policy of a mail's own HTML. Its styles and links work; scripts and external resources do
 * not. Only the mailbox may frame it.
 */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation";

const refusal =
  'The mailbox can only be opened on this machine, and not through a proxy. Open it at http://localhost.';

const withoutCaching: MiddlewareHandler<HttpEnv> = async (c, next) => {
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', 'no-referrer');
  return next();
};

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});
const oneDayMs = 86_400_000;

/** Returns a time in words, in this machine's zone: 'Today, 14:05', 'Yesterday, 09:10', '3 May at 14:05'. */
function timeInWords(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return `Today, ${clock.format(at)}`;
  const yesterday = new Date(now.getTime() - oneDayMs);
  if (at.toDateString() === yesterday.toDateString()) return `Yesterday, ${clock.format(at)}`;
  return dayAndClock.format(at);
}

function timeElement({ sent_at }: StoredMail): string {
  const words = escapeHtml(timeInWords(new Date(sent_at), new Date()));
  return `<time datetime="${escapeHtml(sent_at)}">${words}</time>`;
}

/** Returns a mail's id. A position would name another mail as soon as one arrives. */
function idOf({ sent_at, to, subject, text }: StoredMail): string {
  const content = JSON.stringify([sent_at, to, subject, text]);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

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

function listHtml(mails: readonly StoredMail[], open: StoredMail): string {
  const rows = mails.map(
    (
      mail,
    ) => `<li><a href="/dev/mailbox/${idOf(mail)}"${mail === open ? ' aria-current="true"' : ''}>
<strong><bdi dir="ltr">${escapeHtml(mail.subject)}</bdi></strong>
<span class="quiet">To <bdi>${escapeHtml(mail.to)}</bdi></span>
<span class="quiet">${timeElement(mail)}</span>
</a></li>`,
  );
  return `<ul class="mails" aria-label="Emails, newest first">\n${rows.join('\n')}\n</ul>`;
}

function readingHtml(mail: StoredMail): string {
  const code = findCode(mail.text);
  const codeLine =
    code === null
      ? ''
      : `<p class="code"><code>${code}</code> <span class="quiet">Click the code to select it, then copy it.</span></p>`;
  return `<article class="reading" aria-labelledby="subject">
<div>
<h2 id="subject"><bdi dir="ltr">${escapeHtml(mail.subject)}</bdi></h2>
<dl><dt>To</dt><dd><bdi>${escapeHtml(mail.to)}</bdi></dd><dt>Sent</dt><dd>${timeElement(mail)}</dd></dl>
${codeLine}
</div>
<iframe src="/dev/mailbox/${idOf(mail)}/html" title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>
<details><summary>Plain text</summary><pre>${withLinks(mail.text)}</pre></details>
</article>`;
}

const explanation =
  'No mail server is configured, so this server keeps its outgoing email here instead of sending it. Only browsers on this machine can open this page.';

function pageBody(mails: readonly StoredMail[], opened: StoredMail | null): string {
  const shown = opened ?? mails[0];
  const intro = `<h1>Local mailbox</h1>
<p>${explanation}</p>`;
  if (shown === undefined) {
    return `${intro}
<p><strong>No emails yet.</strong> Sign up or ask for a link, then reload this page.</p>
<p><a class="button" href="/dev/mailbox">Reload</a></p>`;
  }
  return `<div class="${opened === null ? 'is-list' : 'is-mail'}">
<div class="intro">
${intro}
<p class="quiet">Newest first, at most 200. <a href="/dev/mailbox">Reload</a></p>
</div>
<p class="back"><a href="/dev/mailbox">Local mailbox: all emails</a></p>
<div class="panes">
${listHtml(mails, shown)}
${readingHtml(shown)}
</div>
</div>`;
}

function html(c: Context, body: string, policy: string): Response | Promise<Response> {
  c.header('content-security-policy', policy);
  return c.html(body);
}

/** Makes a mail's links leave the frame that shows it. */
function forFrame(mailHtml: string): string {
  return mailHtml.replace('<head>', '<head>\n    <base target="_top">');
}

/** Builds `mailbox`, `mailbox.json`, and each mail's page and HTML. Mount it at /dev, without CORS. */
export function buildMailboxPages(
  mailbox: Mailbox,
  brand: string,
  plainPages: PlainPages,
): Hono<HttpEnv> {
  const guards = [onlyLocal(refusal), withoutCaching] as const;
  const find = async (id: string) => (await mailbox.mails()).find((mail) => idOf(mail) === id);
  const page = async (c: Context, opened: StoredMail | null) => {
    const title = opened === null ? `${brand} mailbox` : `${opened.subject} · ${brand} mailbox`;
    const body = pageBody(await mailbox.mails(), opened);
    return html(
      c,
      plainPages.render(title, body, { isWide: true }),
      plainPages.policy({ frames: true }),
    );
  };
  const gone = 'There is no such email. The mailbox keeps the newest 200.';
  return new Hono<HttpEnv>()
    .use('/mailbox', ...guards)
    .use('/mailbox/*', ...guards)
    .use('/mailbox.json', ...guards)
    .get('/mailbox.json', async (c) => c.json(await mailbox.mails()))
    .get('/mailbox', (c) => page(c, null))
    .get('/mailbox/:id', async (c) => {
      const mail = await find(c.req.param('id'));
      return mail === undefined ? c.text(gone, 404) : page(c, mail);
    })
    .get('/mailbox/:id/html', async (c) => {
      const mail = await find(c.req.param('id'));
      return mail === undefined ? c.text(gone, 404) : html(c, forFrame(mail.html), mailPolicy);
    });
}
