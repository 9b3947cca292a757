import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { Hono, type Context } from 'hono';
import type { PublicPageRenderer } from '#contract/public-pages.ts';
import { redirects, routes } from '#contract/routes.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { createBoundedCache } from './bounded-cache.ts';
import type { HttpEnv } from './caller.ts';
import { guide, robots, siteMap } from './site-map.ts';

export interface PublicPagesOptions {
  /** Folder of the built page. */
  readonly pageFolder: string;
  /** What the page is told of its installation, when it was asked for under `origin`. */
  readonly configFor: (origin: string) => RuntimeConfig;
}

/** A document as it is sent, plain and compressed. */
interface Document {
  readonly plain: string;
  readonly br: Promise<Buffer<ArrayBuffer>>;
  readonly gzip: Promise<Buffer<ArrayBuffer>>;
}

const brotlied = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Documents: the public pages whole, every other address as the built index.html under this
 * installation's name; robots.txt, llms.txt and the site map. Each is drawn once and kept, until the page is
 * built anew. Without a built page the next handler answers.
 */
export function buildPublicPages({ pageFolder, configFor }: PublicPagesOptions) {
  const kept = createBoundedCache<Document>(100);
  let opening: Promise<Renderer | null> | null = null;
  const renderer = () => (opening ??= openRenderer(pageFolder));

  async function documentAt(path: string, origin: string): Promise<Document | null> {
    const template = await readIfThere(join(pageFolder, 'index.html'));
    if (template === null) return null;
    const pages = await renderer();
    const drawnAs = pages === null ? path : documentOf(path, pages);
    const key = [origin, drawnAs, template].join('\n');
    const drawn = kept.get(key);
    if (drawn) return drawn;
    const config = configFor(origin);
    const preloads = pages?.preloads[drawnAs] ?? [];
    const made = compressed(
      pages?.render({ template, path: drawnAs, config, origin, preloads }) ?? template,
    );
    kept.set(key, made);
    return made;
  }

  return new Hono<HttpEnv>()
    .get('/robots.txt', (c) => c.text(robots(originOf(c, configFor))))
    .get('/sitemap.xml', async (c) => {
      const pages = (await renderer())?.pages ?? [];
      const headers = { 'content-type': 'application/xml; charset=utf-8' };
      return c.body(siteMap(originOf(c, configFor), pages), 200, headers);
    })
    .get('/llms.txt', async (c) => {
      const origin = originOf(c, configFor);
      const pages = (await renderer())?.pages ?? [];
      return c.text(guide(configFor(origin).brand.name, origin, pages));
    })
    .get('*', async (c, next) => {
      const { path } = c.req;
      const elsewhere = redirects[path];
      if (elsewhere !== undefined) return c.redirect(elsewhere, 302);
      const document = await documentAt(path, originOf(c, configFor));
      if (document === null) return next();
      const accepted = c.req.header('accept-encoding') ?? '';
      c.header('content-type', 'text/html; charset=utf-8');
      c.header('cache-control', 'no-cache');
      c.header('vary', 'Accept-Encoding');
      if (!isAddress(path)) c.status(404);
      for (const encoding of ['br', 'gzip'] as const) {
        if (!new RegExp(`\\b${encoding}\\b(?!;\\s*q=0(\\.0*)?\\b)`).test(accepted)) continue;
        c.header('content-encoding', encoding);
        return c.body(await document[encoding]);
      }
      return c.body(document.plain);
    });
}

/** Which document answers an address: its own, that of all pages inside the app, or that of all others. */
function documentOf(path: string, { pages, preloads }: Renderer): string {
  if (path in preloads || pages.some((page) => page.path === path)) return path;
  return path.startsWith(`${routes.app}/`) ? `${routes.app}/*` : '';
}

/** Whether there can be a page at an address: which there are inside the app is known to the app, which are shared to those who came before. */
function isAddress(path: string): boolean {
  const open = [`${routes.app}/`, routes.sharedPrompt('')];
  return (
    open.some((start) => path.startsWith(start)) || Object.values<unknown>(routes).includes(path)
  );
}

/** Where people reach the installation: as configured, else as they asked. */
function originOf(c: Context<HttpEnv>, configFor: PublicPagesOptions['configFor']): string {
  return new URL(configFor(new URL(c.req.url).origin).url).origin;
}

function compressed(html: string): Document {
  return { plain: html, br: brotlied(html), gzip: gzipped(html) };
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}

/** What the build leaves beside the page: what draws it, and what the first pages will ask for. */
interface Renderer extends PublicPageRenderer {
  readonly preloads: Readonly<Record<string, readonly string[]>>;
}

/** A page that was built by Vite alone has none. */
async function openRenderer(pageFolder: string): Promise<Renderer | null> {
  const folder = join(pageFolder, '../renderer');
  const preloads = await readIfThere(join(folder, 'preloads.json'));
  if (preloads === null) return null;
  const drawing: unknown = await import(pathToFileURL(join(folder, 'render.js')).href);
  const made: unknown = Object.assign({ preloads: JSON.parse(preloads) as unknown }, drawing);
  // The build made both; the compiler holds web/src/render.tsx to its shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return made as Renderer;
}
