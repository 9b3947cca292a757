import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { HttpEnv } from './caller.ts';
import { buildPublicPages, type PublicPagesOptions } from './public-pages.ts';

/** Files of tools, such as the build's fingerprint, are not for visitors. */
const hiddenFile = /\/\./;

/**
 * The built page: files under /assets carry a hash in their name and are kept for a year, all else
 * is asked for again. Every other address is one of the page's own and gets a document.
 */
export function buildPageFiles(options: PublicPagesOptions) {
  const files = { root: options.pageFolder, precompressed: true };
  return new Hono<HttpEnv>()
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
    .use('*', serveStatic({ ...files, index: 'no-index', onFound: (_path, c) => askAgain(c) }))
    .route('/', buildPublicPages(options))
    .get('*', (c) => c.text('The page is not built. Run: npm run build', 503))
    .all('*', (c) => c.json({ message: 'Not found' }, 404));
}

function askAgain(c: { header(name: string, value: string): void }): void {
  c.header('cache-control', 'no-cache');
}
