import { createHash } from 'node:crypto';
import { escapeHtml } from '#server/escape-html.ts';

const style = `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 44rem; padding: 2rem 1rem; font: 1rem/1.6 system-ui, sans-serif; background: light-dark(#f6f3ec, #191714); color: light-dark(#23201b, #f2ede2); }
article { background: light-dark(#fffdf8, #23201b); border: 1px solid light-dark(#ddd5c5, #454037); border-radius: .6rem; padding: 1rem 1.25rem; margin: 1rem 0; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 0; }
p.about { margin: .25rem 0 .75rem; color: light-dark(#625b4f, #b9b1a2); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0; }
a { color: inherit; }
button { font: inherit; font-weight: 600; padding: .55rem 1.1rem; border: 0; border-radius: .4rem; background: light-dark(#23201b, #f2ede2); color: light-dark(#fffdf8, #191714); }
a:focus-visible, button:focus-visible { outline: 3px solid light-dark(#23201b, #f2ede2); outline-offset: 2px; }`;

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * Returns the content security policy of a plain page: its one style and, if it has one, a form
 * that posts to this site.
 */
export function plainPagePolicy(form: "'none'" | "'self'" = "'none'"): string {
  return `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${form}; frame-ancestors 'none'`;
}

/** Renders a page without the product's script. `body` is HTML, `title` is text. */
export function plainPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}
