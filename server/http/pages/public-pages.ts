import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { Hono, type Context } from 'hono';
import { notFoundPath, type PublicPageRenderer } from '#contract/public-pages.ts';
import { redirects, routes } from '#contract/routes.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { createBoundedCache } from '#server/http/bounded-cache.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { guide, robots, siteMap } from './site-map.ts';

export interface PublicPagesOptions {
  /** The folder of the built page. */
  readonly pageFolder: string;
  /** Returns the page's configuration for a request to `origin`. */
  readonly configFor: (origin: string) => RuntimeConfig;
}

/** A rendered document, plain and compressed. */
interface Document {
  readonly plain: string;
  readonly br: Promise<Buffer<ArrayBuffer>>;
  readonly gzip: Promise<Buffer<ArrayBuffer>>;
}

const brotliCompressAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/**
 * Serves documents: public pages fully rendered, every other address as index.html with this
 * installation's name. Also serves robots.txt, llms.txt and the site map. Each document is rendered
 * once and cached until the page is rebuilt. Without a built page the next handler answers.
 */
export function buildPublicPages({ pageFolder, configFor }: PublicPagesOptions) {
  const documents = createBoundedCache<Document>(100);
  let rendererPromise: Promise<Renderer | null> | null = null;
  const renderer = () => (rendererPromise ??= openRenderer(pageFolder));

  async function documentAt(path: string, origin: string): Promise<Document | null> {
    const template = await readOptional(join(pageFolder, 'index.html'));
    if (template === null) return null;
    const pages = await renderer();
    const documentPath = pages === null ? path : documentOf(path, pages);
    const key = [origin, documentPath, template].join('\n');
    const cached = documents.get(key);
    if (cached) return cached;
    const config = configFor(origin);
    const preloads = pages?.preloads[documentPath] ?? [];
    const document = compress(
      pages?.render({ template, path: documentPath, config, origin, preloads }) ?? template,
    );
    documents.set(key, document);
    return document;
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
      const redirect = redirects[path];
      if (redirect !== undefined) return c.redirect(redirect, 302);
      const withoutSlash = addressWithoutSlash(new URL(c.req.url));
      if (withoutSlash !== null) return c.redirect(withoutSlash, 308);
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

/**
 * Returns which document serves an address: its own, one for all pages inside the app, one for
 * other routes, or the not-found page.
 */
function documentOf(path: string, { pages, preloads }: Renderer): string {
  if (path in preloads || pages.some((page) => page.path === path)) return path;
  if (path.startsWith(`${routes.app}/`)) return `${routes.app}/*`;
  return isAddress(path) ? '' : notFoundPath;
}

/**
 * Returns the address without trailing slashes, with its query; null if no such page exists. The
 * result is always a path of this site, since leading double slashes would name another host.
 */
function addressWithoutSlash({ pathname, search }: URL): string | null {
  if (!pathname.endsWith('/')) return null;
  const path = `/${pathname.replace(/^\/+|\/+$/g, '')}`;
  const isPage = path !== '/' && (isAddress(path) || Object.hasOwn(redirects, path));
  return isPage ? path + search : null;
}

/**
 * Returns whether a page can exist at an address. Pages inside the app and shared prompts are
 * checked elsewhere.
 */
function isAddress(path: string): boolean {
  const open = [`${routes.app}/`, routes.sharedPrompt('')];
  return (
    open.some((start) => path.startsWith(start)) || Object.values<unknown>(routes).includes(path)
  );
}

/**
 * Returns the installation's public origin: SITE_URL if configured, else the origin of the request.
 */
function originOf(c: Context<HttpEnv>, configFor: PublicPagesOptions['configFor']): string {
  return new URL(configFor(new URL(c.req.url).origin).url).origin;
}

function compress(html: string): Document {
  return { plain: html, br: brotliCompressAsync(html), gzip: gzipAsync(html) };
}

async function readOptional(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}

/** The build's renderer, and the preloads of each public page. */
interface Renderer extends PublicPageRenderer {
  readonly preloads: Readonly<Record<string, readonly string[]>>;
}

/** Loads the renderer; null if the page was built by Vite alone. */
async function openRenderer(pageFolder: string): Promise<Renderer | null> {
  const folder = join(pageFolder, '../renderer');
  const preloads = await readOptional(join(folder, 'preloads.json'));
  if (preloads === null) return null;
  const module: unknown = await import(pathToFileURL(join(folder, 'render.js')).href);
  const renderer: unknown = Object.assign({ preloads: JSON.parse(preloads) as unknown }, module);
  // The build made both; the compiler holds web/src/render.tsx to its shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return renderer as Renderer;
}
