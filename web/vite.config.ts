import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { browsers } from './browsers.ts';
import { chunkOf } from './code-splitting.ts';
import { renderedPages } from './rendered-pages.ts';

const server = process.env['SERVER_ORIGIN'] ?? 'http://localhost:3000';

/**
 * Removes sonner's inline style sheet, which the page's `style-src 'self'` would block. The same
 * sheet is part of our CSS (ui/styles/index.css).
 */
function withoutInlineSheets(): Plugin {
  return {
    name: 'without-inline-sheets',
    apply: 'build',
    transform: {
      filter: { id: /sonner[\\/]dist[\\/]index\.mjs/ },
      handler(code) {
        const [before, after] = code.split(/^__insertCSS\(.*\);$/m);
        if (before === undefined || after === undefined) {
          this.error('sonner no longer inserts its sheet the way this plugin removes it');
        }
        return { code: before + after, map: null };
      },
    },
  };
}

/**
 * Makes CodeMirror adopt a constructed sheet instead of adding an inline one. Its package does so
 * by itself only inside a shadow root.
 */
function withAdoptedSheets(): Plugin {
  return {
    name: 'with-adopted-sheets',
    transform: {
      filter: { id: /style-mod[\\/]src[\\/]style-mod\.js/ },
      handler(code) {
        const condition = '!root.head && root.adoptedStyleSheets';
        if (!code.includes(condition)) {
          this.error('style-mod no longer chooses its kind of sheet the way this plugin expects');
        }
        return { code: code.replace(condition, 'root.adoptedStyleSheets'), map: null };
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  // An ES module, so that a worker can import modules lazily, too.
  worker: { format: 'es' },
  plugins: [react(), tailwind(), withoutInlineSheets(), withAdoptedSheets(), renderedPages(server)],
  resolve: {
    alias: {
      // Radix's scroll lock adds an inline sheet through this package. Ours adopts a constructed
      // one.
      'react-style-singleton': fileURLToPath(
        new URL('src/lib/react/style-singleton.ts', import.meta.url),
      ),
      // The TUS client resolves URLs with this package, which is CommonJS. The script that bundlers
      // need for CommonJS would be in the first load of every page.
      'url-parse': fileURLToPath(new URL('src/lib/values/native-url.ts', import.meta.url)),
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    assetsInlineLimit: 0,
    // The polyfill is an inline script; every browser above preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A module loaded by `import()` may be a static part of a page that is loaded later, too.
      checks: { ineffectiveDynamicImport: false },
      output: {
        // The first script names every chunk: shorter names leave room in its budget.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // One script to start with, and a few for the pages that are opened first.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'start',
              tags: ['$initial'],
              priority: 3,
              includeDependenciesRecursively: true,
            },
            { name: chunkOf, debugName: 'pages' },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/auth/v1': server,
      '/rest/v1': server,
      '/api/v1': server,
      '/config.json': server,
      '/dev': server,
      '/avatars': server,
      // Pages with prompts come from the last build.
      '^/(p/|explore|templates)': server,
    },
  },
});
