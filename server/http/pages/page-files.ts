import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { buildPublicPages, type PublicPagesOptions } from './public-pages.ts';

interface PageFilesOptions extends PublicPagesOptions {
  /** The folder of the built page. */
  readonly pageFolder: string;
}

/** Files of tools, such as the build's fingerprint, are not served. */
const hiddenFile = /\/\./;

/**
 * Serves the built page. Files under /assets have a hash in their name and are cached for a year;
 * all others are revalidated. Any other address is a route of the page and gets a document.
 */
export function buildPageFiles(options: PageFilesOptions) {
  const files = { root: options.pageFolder, precompressed: true };
  return (
    new Hono<HttpEnv>()
      .use((c, next) =>
        hiddenFile.test(c.req.path) ? Promise.resolve(c.text('Not found', 404)) : next(),
      )
      .use(
        '/assets/*',
        serveStatic({
          ...files,
          onFound: (_path, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
        }),
      )
      .get('/assets/*', (c) => c.text('Not found', 404))
      // Only the service worker fetches the template, by this query. For everybody else /index.html
      // is not a page.
      .get('/index.html', (c, next) => {
        const { search } = new URL(c.req.url);
        return search === '?shell' ? next() : Promise.resolve(c.redirect(`/${search}`, 308));
      })
      .use('*', serveStatic({ ...files, index: 'no-index', onFound: (_path, c) => revalidate(c) }))
      .route('/', buildPublicPages(options))
      .get('*', (c) => c.text('The page is not built. Run: npm run build', 503))
      .all('*', (c) => c.json({ message: 'Not found' }, 404))
  );
}

function revalidate(c: { header(name: string, value: string): void }): void {
  c.header('cache-control', 'no-cache');
}
