import { themeColours, type ThemeColour } from '#contract/theme-colours.ts';
import { escapeHtml } from '#server/escape-html.ts';
import type { Mail } from './mail.ts';

/** The content of a mail, before it becomes text and HTML. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly heading: string;
  /** The text beside the subject in lists of mails. It can be read on a locked screen. */
  readonly preview: string;
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

const serif = "Newsreader,Georgia,'Times New Roman',serif";
const sans = "Inter,system-ui,-apple-system,'Segoe UI',Arial,sans-serif";
const mono = "'JetBrains Mono',ui-monospace,Menlo,Consolas,monospace";

/** The parts of the layout that have colours, each with its ground and its text. */
const parts = {
  page: { background: 'ground', color: 'ink' },
  card: { background: 'surface', 'border-color': 'hairline' },
  rule: { 'border-color': 'hairline' },
  brand: { 'border-color': 'cue', color: 'ink' },
  text: { color: 'ink' },
  quiet: { color: 'ink-quiet' },
  link: { color: 'cue-ink' },
  action: { background: 'cue', color: 'on-cue' },
  code: { background: 'cue-wash', color: 'ink' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ThemeColour>>>>;

type Part = keyof typeof parts;

/** Mail programs apply dark colours only from a style element; `!important` beats the attributes. */
const darkRules = Object.entries(parts)
  .map(([part, colours]) => {
    const declarations = Object.entries(colours).map(
      ([property, name]) => `${property}: ${themeColours[name].dark} !important;`,
    );
    return `    .${part} { ${declarations.join(' ')} }`;
  })
  .join('\n');

const styleElement = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) { .inside { padding: 28px 20px !important; } }
  @media (prefers-color-scheme: dark) {
${darkRules}
  }`;

/**
 * Returns the class and style of a part. The light colours are in the attribute, since many mail
 * programs remove style elements.
 */
function look(part: Part, style = ''): string {
  const colours = Object.entries(parts[part]).map(
    ([property, name]) => `${property}:${themeColours[name].light}`,
  );
  return `class="${part}" style="${[...colours, ...(style === '' ? [] : [style])].join(';')}"`;
}

/** Returns the attributes of a layout table; Outlook needs the old ones. */
function table(more = ''): string {
  return `role="presentation" cellpadding="0" cellspacing="0" border="0" ${more}`;
}

/** Keeps the text after a preview out of the list of mails: some programs show the first lines. */
const previewFiller = '&#847;&zwnj;&nbsp;'.repeat(60);

function codeLead(letter: Letter): string {
  return letter.action === undefined ? 'Your code:' : 'Or enter this code:';
}

/** Returns the code in the text of a mail that {@link writeMail} wrote; null if it has none. */
export function findCode(text: string): string | null {
  return /^(?:Your code:|Or enter this code:) (\d+)$/m.exec(text)?.[1] ?? null;
}

function itemsHtml(items: Letter['items'] = []): string {
  return items
    .map(
      ({ text, url }) =>
        `<p ${look('rule', 'margin:0;padding:14px 0;border-top-width:1px;border-top-style:solid')}><a href="${escapeHtml(url)}" ${look('link')}>${escapeHtml(text)}</a></p>`,
    )
    .join('\n            ');
}

function actionHtml({ action }: Letter): string {
  if (action === undefined) return '';
  const url = escapeHtml(action.url);
  return `<table ${table('style="margin:28px 0 20px"')}><tr><td ${look('action', 'border-radius:6px')} bgcolor="${themeColours.cue.light}"><a href="${url}" ${look('action', `display:inline-block;padding:13px 24px;border-radius:6px;font-family:${sans};font-size:16px;line-height:22px;font-weight:600;text-decoration:none`)}>${escapeHtml(action.label)}</a></td></tr></table>
            <p ${look('quiet', 'margin:0 0 20px;font-size:14px;line-height:22px')}>If the button doesn't work, open this link: <a href="${url}" ${look('link', 'word-break:break-all')}>${url}</a></p>`;
}

function codeHtml(letter: Letter): string {
  if (letter.code === undefined) return '';
  return `<p ${look('text', 'margin:0 0 10px')}>${codeLead(letter)}</p>
            <p style="margin:0 0 20px"><strong ${look('code', `display:inline-block;padding:10px 18px;border-radius:6px;font-family:${mono};font-size:24px;line-height:30px;font-weight:600;letter-spacing:4px`)}>${escapeHtml(letter.code)}</strong></p>`;
}

function htmlOf(letter: Letter, brand: string): string {
  const paragraphs = letter.paragraphs
    .map((text) => `<p ${look('text', 'margin:0 0 16px')}>${escapeHtml(text)}</p>`)
    .join('\n            ');
  const unsubscribe =
    letter.unsubscribe === undefined
      ? ''
      : `<p ${look('quiet', 'margin:8px 0 0;font-size:14px')}><a href="${escapeHtml(letter.unsubscribe)}" ${look('link')}>Unsubscribe</a></p>`;
  const font = `font-family:${sans};font-size:16px;line-height:26px`;
  const wrap = 'word-break:break-word;overflow-wrap:anywhere';
  return `<!doctype html>
<html lang="en" dir="ltr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
    <title>${escapeHtml(letter.subject)}</title>
    <style>${styleElement}
    </style>
  </head>
  <body ${look('page', 'margin:0;padding:0')}>
    <div style="display:none;max-height:0;overflow:hidden">${escapeHtml(letter.preview)}${previewFiller}</div>
    <table ${table('width="100%"')} ${look('page', 'table-layout:fixed')} bgcolor="${themeColours.ground.light}"><tr><td align="center" style="padding:32px 12px">
      <table ${table('width="100%" style="max-width:600px;table-layout:fixed"')}>
        <tr><td align="left" style="padding:0 4px 20px;${wrap}">
          <span ${look('brand', `display:inline-block;padding:2px 0 2px 12px;border-left-width:4px;border-left-style:solid;font-family:${serif};font-size:20px;line-height:24px;font-weight:600`)}>${escapeHtml(brand)}</span>
        </td></tr>
        <tr><td ${look('card', 'border-width:1px;border-style:solid;border-radius:10px')} bgcolor="${themeColours.surface.light}">
          <table ${table('width="100%" style="table-layout:fixed"')}><tr><td class="inside" align="left" style="padding:36px 40px;${font};${wrap}">
            <h1 ${look('text', `margin:0 0 16px;font-family:${serif};font-size:28px;line-height:34px;font-weight:600`)}>${escapeHtml(letter.heading)}</h1>
            ${paragraphs}
            ${itemsHtml(letter.items)}
            ${actionHtml(letter)}
            ${codeHtml(letter)}
            <p ${look('quiet', 'margin:24px 0 0;font-size:14px;line-height:22px')}>${escapeHtml(letter.closing)}</p>
            ${unsubscribe}
          </td></tr></table>
        </td></tr>
      </table>
    </td></tr></table>
  </body>
</html>
`;
}

function textOf(letter: Letter, brand: string): string {
  const blocks = [letter.heading, ...letter.paragraphs];
  for (const { text, url } of letter.items ?? []) blocks.push(`${text}:\n${url}`);
  if (letter.action !== undefined) blocks.push(`${letter.action.label}:\n${letter.action.url}`);
  if (letter.code !== undefined) blocks.push(`${codeLead(letter)} ${letter.code}`);
  blocks.push(letter.closing);
  if (letter.unsubscribe !== undefined) blocks.push(`Unsubscribe:\n${letter.unsubscribe}`);
  blocks.push(`-- \n${brand}`);
  return `${blocks.join('\n\n')}\n`;
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
