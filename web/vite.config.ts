import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const server = process.env['SERVER_ORIGIN'] ?? 'http://localhost:3000';

/** What the pages around signing in share. */
const sharedAtSignIn =
  /[\\/]features[\\/]auth[\\/]|password-field|code-field|second-factor|safe-redirect|icons[\\/](eye|key-round)\./;

/**
 * What the dashboard shares with other lists: one script, where the browser would ask for twenty small ones. All of the
 * shell is in it: two scripts that import each other find what the other makes at its start undefined.
 */
const sharedByLists = new RegExp(
  [
    String.raw`features[\\/]prompts[\\/](all-prompts|copy-request|delete-prompt-dialog|emoji|fill-dialog|panel-request|prompt-(facts|list|panel|row)|row-selection|searchable-list|star-button|use-prompt-actions|use-star|waiting-saves)\.`,
    String.raw`features[\\/]groups[\\/](create-group-panel|delete-group-dialog|edit-group-panel|group-(card|failure|form|grid|menu))\.`,
    String.raw`app[\\/](app-layout|install-worker|routes[\\/]dashboard|shell[\\/](?!command-layer))`,
    String.raw`lib[\\/]use-(media-query|shortcut)\.`,
    String.raw`ui[\\/](drawer|tabs|variable-fields?)\.`,
    String.raw`icons[\\/](chevrons-up-down|circle-play|cloud-off|compass|folder-plus|heart|house|layout-template|library|lightbulb|list-ordered|log-out|menu|message-square|panel-left-(close|open)|settings)\.`,
  ].join('|'),
);

/** Browsers of the last two years: `light-dark()`, `field-sizing` and nesting reach them as written. */
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5'];

/**
 * The page is served under `style-src 'self'`. sonner adds its style sheet as an inline element; we
 * ship the same sheet in our CSS (ui/styles/index.css) and take the inline one out.
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

export default defineConfig({
  root: import.meta.dirname,
  // So that a worker too loads what it needs when it needs it.
  worker: { format: 'es' },
  plugins: [react(), tailwind(), withoutInlineSheets()],
  resolve: {
    alias: {
      // Radix's scroll lock adds an inline sheet through this package; ours adopts a constructed one.
      'react-style-singleton': fileURLToPath(
        new URL('src/lib/style-singleton.ts', import.meta.url),
      ),
    },
  },
  build: {
    outDir: 'dist',
    // For tools/budgets.mjs: which file came of which source.
    manifest: true,
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    assetsInlineLimit: 0,
    // The polyfill is an inline script; every browser above preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One script to start with and one each for what many pages share; the rest goes with its
        // route. The landing page loads 'start' and itself: what it shows is kept out of 'kit'.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'start',
              tags: ['$initial'],
              priority: 3,
              includeDependenciesRecursively: true,
            },
            {
              name: 'data',
              test: /[\\/]src[\\/]data[\\/](?!chain|versions|.*drafts?\.|import)|@supabase|query-core|react-query|tslib|valibot|[\\/]contract[\\/]|mail-link/,
              minShareCount: 4,
              priority: 2,
            },
            { name: 'sign-in', test: sharedAtSignIn, minShareCount: 2, priority: 2 },
            { name: 'lists', test: sharedByLists, priority: 2 },
            {
              name: 'kit',
              test: /[\\/]src[\\/](app[\\/](data-layout|query-client)|(ui|lib)[\\/](?!use-media-query|style-singleton|toaster|.*-frame\.|compare|fold-|words|side-by-side|password|mail-link|draft|variable-field|virtual-rows))|lucide-react/,
              minShareCount: 5,
              priority: 1,
            },
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
      '/config.json': server,
      '/dev': server,
      '/avatars': server,
    },
  },
});
