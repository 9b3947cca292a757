import { Hono } from 'hono';
import type { HttpEnv } from '#server/http/caller/caller.ts';

/**
 * Serves `GET /manifest.webmanifest`, which lets browsers install the app under this installation's
 * name.
 */
export function buildWebManifest(brandName: string) {
  const manifest = {
    id: '/app',
    name: brandName,
    short_name: brandName,
    description: 'Keep the prompts you work with.',
    start_url: '/app',
    scope: '/',
    display: 'standalone',
    // The light theme's background, shown until the page loads.
    background_color: '#fbf9f2',
    theme_color: '#fbf9f2',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Library', url: '/app/library' },
      { name: 'Favourites', url: '/app/favourites' },
    ],
  };
  return new Hono<HttpEnv>().get('/', (c) =>
    c.body(JSON.stringify(manifest), 200, {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  );
}
