import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { themeColours } from '#contract/theme-colours.ts';
import { escapeHtml } from '#server/escape-html.ts';

/** Pages in the product's look, without its script. */
export interface PlainPages {
  /** Renders a page. `body` is HTML, `title` is text. */
  render(title: string, body: string, options?: PlainPageOptions): string;
  /**
   * Returns the content security policy of the pages: their style and fonts and, if needed, a form
   * that posts to this site, or frames of this site.
   */
  policy(needs?: { readonly form?: boolean; readonly frames?: boolean }): string;
}

interface PlainPageOptions {
  /** Whether the body brings its own heading and uses the whole width. */
  readonly isWide?: boolean;
}

const colours = Object.entries(themeColours)
  .map(([name, { light, dark }]) => `--${name}: light-dark(${light}, ${dark});`)
  .join(' ');

const style = `
:root { color-scheme: light dark; ${colours} --serif: Newsreader, Georgia, serif; --sans: Inter, system-ui, sans-serif; --mono: ui-monospace, Menlo, Consolas, monospace; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 var(--sans); overflow-wrap: anywhere; }
body > header { padding: 1rem 1.25rem; border-bottom: 1px solid var(--hairline); }
.brand { display: inline-flex; align-items: center; gap: .5rem; font: 600 1.25rem/1.5 var(--serif); letter-spacing: -.015em; color: inherit; text-decoration: none; }
.brand svg { flex: none; }
main { margin: 0 auto; max-width: 40rem; padding: 3rem 1.25rem; }
main.wide { max-width: 84rem; padding: 2rem 1.25rem; }
h1, h2 { font-family: var(--serif); font-weight: 600; letter-spacing: -.015em; line-height: 1.2; text-wrap: balance; }
h1 { margin: 0 0 1rem; font-size: 2rem; } h2 { margin: 0; font-size: 1.5rem; }
p { margin: 0 0 1rem; }
a { color: var(--cue-ink); }
button, .button { display: inline-block; border: 0; border-radius: 6px; padding: .7rem 1.25rem; background: var(--cue); color: var(--on-cue); font: 600 1rem/1.4 var(--sans); text-decoration: none; cursor: pointer; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.quiet { color: var(--ink-quiet); font-size: .875rem; }
.mails { margin: 0; padding: 0; list-style: none; border: 1px solid var(--hairline); border-radius: 10px; background: var(--surface); overflow: hidden; }
.mails li + li { border-top: 1px solid var(--hairline); }
.mails a { display: block; padding: .75rem 1rem; color: inherit; text-decoration: none; }
.mails a:hover { background: var(--sunken); }
.mails a:focus-visible { outline-offset: -2px; }
.mails strong, .mails span { display: block; } .mails strong { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; font-weight: 600; line-height: 1.4; }
.reading { min-width: 0; border: 1px solid var(--hairline); border-radius: 10px; background: var(--surface); overflow: hidden; }
.reading > div { padding: 1.25rem; }
.reading dl { display: grid; grid-template-columns: auto 1fr; gap: .125rem .75rem; margin: .75rem 0 0; font-size: .875rem; }
.reading dt { color: var(--ink-quiet); } .reading dd { margin: 0; }
.code { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; margin: 1rem 0 0; }
.code code { padding: .375rem .875rem; border-radius: 6px; background: var(--cue-wash); font: 600 1.5rem/1.4 var(--mono); letter-spacing: .15em; user-select: all; -webkit-user-select: all; }
.reading iframe { display: block; width: 100%; height: 44rem; border: 0; border-top: 1px solid var(--hairline); background: var(--ground); }
.reading details { border-top: 1px solid var(--hairline); padding: .75rem 1.25rem; }
summary { cursor: pointer; font-weight: 600; }
pre { margin: .75rem 0 0; white-space: pre-wrap; font: inherit; }
.panes { display: grid; gap: 1.25rem; }
.is-list .reading, .is-list .back, .is-mail .mails, .is-mail .intro { display: none; }
@media (min-width: 56rem) {
  .panes { grid-template-columns: minmax(16rem, 24rem) minmax(0, 1fr); align-items: start; }
  .is-list .reading, .is-mail .mails, .is-mail .intro { display: block; }
  .is-mail .back { display: none; }
  .mails a[aria-current] { box-shadow: inset 3px 0 var(--cue); background: var(--sunken); }
}`;

const mark =
  '<svg width="18" height="22" viewBox="0 0 20 24" fill="none" aria-hidden="true"><path d="M2 3v18" stroke="var(--cue)" stroke-width="3" stroke-linecap="round"/><path d="M8 6h10M8 12h10M8 18h6" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/></svg>';

/** Returns the font faces of the built page; system fonts serve where no page is built. */
function fontFaces(pageFolder: string): string {
  let files: readonly string[] = [];
  try {
    files = readdirSync(join(pageFolder, 'assets'));
  } catch {
    return '';
  }
  return ['Newsreader', 'Inter']
    .flatMap((family) => {
      const file = files.find((one) =>
        new RegExp(`^${family.toLowerCase()}-[\\w-]+\\.woff2$`).test(one),
      );
      return file === undefined
        ? []
        : `@font-face { font-family: ${family}; font-weight: 400 600; font-display: swap; src: url(/assets/${file}) format('woff2'); }`;
    })
    .join('\n');
}

/** Creates the plain pages of an installation, with the fonts of its built page. */
export function createPlainPages(pageFolder: string, brand: string): PlainPages {
  const css = `${fontFaces(pageFolder)}${style}`;
  const hash = createHash('sha256').update(css).digest('base64');
  const name = escapeHtml(brand);
  return {
    policy({ form = false, frames = false } = {}) {
      const frameSource = frames ? " frame-src 'self';" : '';
      return `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; img-src 'self';${frameSource} base-uri 'none'; form-action ${form ? "'self'" : "'none'"}; frame-ancestors 'none'`;
    },
    render(title, body, { isWide = false } = {}) {
      const heading = isWide ? '' : `<h1>${escapeHtml(title)}</h1>\n`;
      return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${css}</style>
</head>
<body>
<header><a class="brand" href="/">${mark}${name}</a></header>
<main${isWide ? ' class="wide"' : ''}>
${heading}${body}
</main>
</body>
</html>
`;
    },
  };
}
