import { escapeHtml } from '#server/escape-html.ts';
import type { Mail } from './mail.ts';

/** The content of a mail, before it becomes text and HTML. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Items of a list, each with a link. */
  readonly items?: readonly { readonly text: string; readonly url: string }[];
  readonly action?: { readonly label: string; readonly url: string };
  /** A code to enter if the link cannot be opened. */
  readonly code?: string;
  readonly closing: string;
  /** The link that unsubscribes from mails like this one. */
  readonly unsubscribe?: string;
}

/**
 * Mail programs apply dark-theme colours only from a style element. The style attributes serve the
 * others.
 */
const style = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body, .paper { background: #f6f3ec; color: #23201b; }
  .card { background: #fffdf8; border: 1px solid #ddd5c5; }
  .quiet { color: #625b4f; }
  .action { background: #23201b; color: #fffdf8; }
  .code { background: #eee8da; color: #23201b; }
  a.plain { color: #23201b; }
  @media (prefers-color-scheme: dark) {
    body, .paper { background: #191714 !important; color: #f2ede2 !important; }
    .card { background: #23201b !important; border-color: #454037 !important; }
    .quiet { color: #b9b1a2 !important; }
    .action { background: #f2ede2 !important; color: #191714 !important; }
    .code { background: #37332c !important; color: #f2ede2 !important; }
    a.plain { color: #f2ede2 !important; }
  }`;

const font = "font-family:Georgia,'Times New Roman',serif;font-size:16px;line-height:1.6";

function codeLead(letter: Letter): string {
  return letter.action === undefined ? 'Your code:' : 'Or enter this code:';
}

function htmlOf(letter: Letter, brand: string): string {
  const name = escapeHtml(brand);
  const paragraphs = letter.paragraphs
    .map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`)
    .join('\n          ');
  const items = (letter.items ?? [])
    .map(
      ({ text, url }) =>
        `<li style="margin:0 0 12px;word-break:break-word;overflow-wrap:anywhere"><a class="plain" href="${escapeHtml(url)}">${escapeHtml(text)}</a></li>`,
    )
    .join('');
  const list = items === '' ? '' : `<ul style="margin:0 0 16px;padding:0 0 0 20px">${items}</ul>`;
  const unsubscribe =
    letter.unsubscribe === undefined
      ? ''
      : `<p class="quiet" style="margin:8px 0 0;font-size:14px"><a class="plain" href="${escapeHtml(letter.unsubscribe)}">Unsubscribe</a></p>`;
  const url = letter.action === undefined ? '' : escapeHtml(letter.action.url);
  const action =
    letter.action === undefined
      ? ''
      : `<p style="margin:24px 0"><a class="action" href="${url}" style="display:inline-block;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:bold">${escapeHtml(letter.action.label)}</a></p>
          <p class="quiet" style="margin:0 0 16px;font-size:14px">If the button doesn't work, open this link: <a class="plain" href="${url}" style="word-break:break-all">${url}</a></p>`;
  const code =
    letter.code === undefined
      ? ''
      : `<p style="margin:0 0 16px">${codeLead(letter)} <strong class="code" style="display:inline-block;padding:4px 10px;border-radius:4px;font-family:monospace;font-size:18px;letter-spacing:3px">${escapeHtml(letter.code)}</strong></p>`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
    <title>${escapeHtml(letter.subject)}</title>
    <style>${style}
    </style>
  </head>
  <body class="paper" style="margin:0;padding:24px 12px;${font}">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center">
      <table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;border-radius:10px"><tr>
        <td style="padding:32px;${font};text-align:left">
          <p class="quiet" style="margin:0 0 8px;font-size:14px">${name}</p>
          <h1 style="margin:0 0 16px;font-size:24px;line-height:1.3">${escapeHtml(letter.heading)}</h1>
          ${paragraphs}
          ${list}
          ${action}
          ${code}
          <p class="quiet" style="margin:24px 0 0;font-size:14px">${escapeHtml(letter.closing)}</p>
          ${unsubscribe}
        </td>
      </tr></table>
    </td></tr></table>
  </body>
</html>
`;
}

function textOf(letter: Letter, brand: string): string {
  const parts = [letter.heading, ...letter.paragraphs];
  for (const { text, url } of letter.items ?? []) parts.push(`${text}:\n${url}`);
  if (letter.action !== undefined) parts.push(`${letter.action.label}:\n${letter.action.url}`);
  if (letter.code !== undefined) parts.push(`${codeLead(letter)} ${letter.code}`);
  parts.push(letter.closing);
  if (letter.unsubscribe !== undefined) parts.push(`Unsubscribe:\n${letter.unsubscribe}`);
  parts.push(`-- \n${brand}`);
  return `${parts.join('\n\n')}\n`;
}

/** Puts a text on one line, since it goes into a header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Returns headers for the mail program's unsubscribe button, which sends one request without asking
 * again (RFC 2369, RFC 8058).
 */
function unsubscribeHeaders(address: string): Readonly<Record<string, string>> {
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Renders a letter as a mail, in plain text and in HTML for light and dark themes. */
export function writeMail(brand: string, letter: Letter): Mail {
  return {
    to: letter.to,
    subject: oneLine(letter.subject),
    text: textOf(letter, brand),
    html: htmlOf(letter, brand),
    ...(letter.unsubscribe === undefined
      ? {}
      : { headers: unsubscribeHeaders(letter.unsubscribe) }),
  };
}
