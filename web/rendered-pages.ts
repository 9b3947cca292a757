import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { PublicPageRenderer } from '#contract/public-pages.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';

/** Renders public pages during development, as the server does with the build. */
export function renderedPages(serverOrigin: string): Plugin {
  return {
    name: 'rendered-pages',
    // Component tests have no public pages.
    apply: (_config, { command }) => command === 'serve' && process.env['VITEST'] === undefined,
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        if (request.headers.accept?.includes('text/html') !== true) {
          next();
          return;
        }
        const path = new URL(request.url ?? '/', 'http://localhost').pathname;
        async function send(): Promise<void> {
          try {
            const html = await render(path, request.headers.host ?? '');
            if (html === null) return next();
            response.setHeader('content-type', 'text/html; charset=utf-8');
            response.end(html);
          } catch (error) {
            // Vite's overlay shows it.
            next(error);
          }
        }
        void send();
      });

      /** Returns a public page's document; null for other paths. */
      async function render(path: string, host: string): Promise<string | null> {
        // The module has the shape that the compiler holds it to.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const renderer = (await vite.ssrLoadModule('/src/render.tsx')) as PublicPageRenderer;
        if (!renderer.pages.some((page) => page.path === path)) return null;
        const source = await readFile(join(vite.config.root, 'index.html'), 'utf8');
        const html = renderer.render({
          template: await vite.transformIndexHtml(path, source),
          path,
          // The server's own response.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          config: (await (await fetch(`${serverOrigin}/config.json`)).json()) as RuntimeConfig,
          origin: `http://${host}`,
          preloads: [],
          publicScript: 'src/public-script/main.ts',
        });
        const styles = '<link rel="stylesheet" href="/src/ui/styles/index.css">';
        return html.replace('</head>', `${styles}</head>`);
      }
    },
  };
}
