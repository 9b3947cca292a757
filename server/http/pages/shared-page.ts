import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import type { Database } from '#server/db/database.ts';
import { escapeHtml } from '#server/escape-html.ts';
import type { Log } from '#server/log.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';

export interface SharedPageParts {
  readonly database: Database;
  /** The folder of the built page. */
  readonly pageFolder: string;
  readonly siteUrl: string;
  readonly brand: string;
  readonly log: Log;
}

interface Preview {
  readonly title: string;
  readonly description: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const previewLength = 200;

/**
 * Serves `/p/{id}`: the page, with a public prompt's title and description in its head for link
 * previews, which run no script. Private, deleted, unknown and malformed ids all get the same
 * status and body. That response is the page's own, from the next handler.
 */
export function buildSharedPage(parts: SharedPageParts) {
  const { database, pageFolder, siteUrl, brand, log } = parts;
  return new Hono<HttpEnv>().get('/:id', async (c, next) => {
    const id = c.req.param('id');
    let preview: Preview | null;
    try {
      preview = uuid.test(id) ? await readPreview(database, id) : null;
    } catch (error) {
      // The page's script retries and shows the error.
      log.warn('a shared prompt could not be read', { error });
      c.status(503);
      return next();
    }
    if (preview === null) {
      c.status(404);
      return next();
    }
    const page = await readFile(join(pageFolder, 'index.html'), 'utf8').catch(() => null);
    if (page === null) return next();
    c.header('cache-control', 'no-cache');
    const address = siteUrl + routes.sharedPrompt(id.toLowerCase());
    return c.html(withPreview(page, preview, { address, siteUrl, brand }));
  });
}

/** Reads the preview as anon, so that the database decides what is public. */
async function readPreview(database: Database, id: string): Promise<Preview | null> {
  const { rows } = await database.requests.run(
    {
      role: 'anon',
      claims: '{"role":"anon"}',
      method: 'GET',
      path: routes.sharedPrompt(id),
      headers: '{}',
      searchPath: ['public'],
      readOnly: true,
      statementTimeoutMs: 3_000,
    },
    {
      text: `select title, coalesce(nullif(btrim(description), ''), left(content, 1000)) from public.public_prompt($1::uuid)`,
      values: [id],
    },
  );
  const [title, description] = rows[0] ?? [];
  return title == null ? null : { title, description: shorten(description ?? '') };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= previewLength) return line;
  const cut = characters.slice(0, previewLength - 1).join('');
  return `${cut.replace(/\s+\S*$/, '')}…`;
}

interface PreviewContext {
  readonly address: string;
  readonly siteUrl: string;
  readonly brand: string;
}

/**
 * Replaces the page's title and description. Replacements are functions, so that a `$` in a title
 * has no special meaning.
 */
function withPreview(
  page: string,
  preview: Preview,
  { address, siteUrl, brand }: PreviewContext,
): string {
  const title = escapeHtml(preview.title.replace(/\s+/g, ' '));
  const description = escapeHtml(preview.description);
  const head = [
    `<title>${title} · ${escapeHtml(brand)}</title>`,
    `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    `<meta property="og:type" content="article">`,
    `<meta property="og:site_name" content="${escapeHtml(brand)}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${escapeHtml(address)}">`,
    `<meta property="og:image" content="${escapeHtml(siteUrl)}/preview.png">`,
    `<meta name="twitter:card" content="summary">`,
  ].join('');
  return page
    .replace(/<meta\s+name="description"[^>]*>\s*/, '')
    .replace(/<title>[^<]*<\/title>/, () => head);
}
