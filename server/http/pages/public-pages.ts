import { Hono, type Context } from 'hono';
import { notFoundPath } from '#contract/public-pages.ts';
import { redirects, routes } from '#contract/routes.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { createBoundedCache } from '#server/http/bounded-cache.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import type { ReadBuild } from './page-renderer.ts';
import { compressible, sendDocument, type Document } from './send-document.ts';
import { guide, robots, siteMap } from './site-map.ts';

export interface PublicPagesOptions {
  readonly readBuild: ReadBuild;
  /** Returns the page's configuration for a request to `origin`. */
  readonly configFor: (origin: string) => RuntimeConfig;
}

/**
 * Serves documents: public pages fully rendered, every other address as index.html with this
 * installation's name. Also serves robots.txt, llms.txt and the site map. Each document is rendered
 * once and cached until the page is rebuilt. Without a built page the next handler answers.
 */
export function buildPublicPages({ readBuild, configFor }: PublicPagesOptions) {
  const documents = createBoundedCache<Document>(100);

  async function documentAt(path: string, origin: string): Promise<Document | null> {
    const page = await readBuild();
    if (page === null) return null;
    const documentPath = page.hasDocument(path) ? path : sharedDocument(path);
    const key = [origin, documentPath, page.key].join('\n');
    const cached = documents.get(key);
    if (cached) return cached;
    const config = configFor(origin);
    const html = await page.render({ path: documentPath, config, origin });
    const document = compressible(html, true);
    documents.set(key, document);
    return document;
  }

  const publicPages = async () => (await readBuild())?.pages ?? [];

  return new Hono<HttpEnv>()
    .get('/robots.txt', (c) => c.text(robots(originOf(c, configFor))))
    .get('/sitemap.xml', async (c) => {
      const headers = { 'content-type': 'application/xml; charset=utf-8' };
      return c.body(siteMap(originOf(c, configFor), await publicPages()), 200, headers);
    })
    .get('/llms.txt', async (c) => {
      const origin = originOf(c, configFor);
      return c.text(guide(configFor(origin).brand.name, origin, await publicPages()));
    })
    .get('*', async (c, next) => {
      const { path } = c.req;
      const redirect = redirects[path];
      if (redirect !== undefined) return c.redirect(redirect, 302);
      const withoutSlash = addressWithoutSlash(new URL(c.req.url));
      if (withoutSlash !== null) return c.redirect(withoutSlash, 308);
      const document = await documentAt(path, originOf(c, configFor));
      if (document === null) return next();
      if (!isAddress(path)) c.status(404);
      return sendDocument(c, document);
    });
}

/**
 * Returns which document serves an address without its own: one for all pages inside the app, one
 * for other routes, or the not-found page.
 */
function sharedDocument(path: string): string {
  if (path.startsWith(`${routes.app}/`)) return `${routes.app}/*`;
  return isAddress(path) ? '' : notFoundPath;
}

/**
 * Returns the address without trailing slashes, with its query; null if no such page exists. The
 * result is always a path of this site, since leading double slashes would name another host.
 */
function addressWithoutSlash({ pathname, search }: URL): string | null {
  if (!pathname.endsWith('/')) return null;
  let [start, end] = [0, pathname.length];
  while (pathname[start] === '/') start += 1;
  while (end > start && pathname[end - 1] === '/') end -= 1;
  const path = `/${pathname.slice(start, end)}`;
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
export function originOf(c: Context<HttpEnv>, configFor: PublicPagesOptions['configFor']): string {
  return new URL(configFor(new URL(c.req.url).origin).url).origin;
}
