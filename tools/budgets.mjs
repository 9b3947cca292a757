import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, firstRoutes } from './build/chunks.ts';
import { buildPage } from './setup/page.mjs';

/**
 * How much script is loaded before a page can be used, compressed with brotli as the server sends it: what its
 * document starts or preloads, and the routes that are then drawn, with all that they import. What the browser fetches
 * when it has nothing else to do (prefetches, windows that open later, the worker) is not counted.
 */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'web/dist');
const kB = 1_000;

await buildPage(root, process.execPath);

/** The scripts that a drawn document starts or preloads. */
async function scriptsOf(path) {
  const { render } = await import(join(root, 'web/renderer/render.js'));
  const html = render({
    template: readFileSync(join(dist, 'index.html'), 'utf8'),
    path,
    origin: 'https://example.com',
    preloads: [],
    config: {
      brand: { name: 'Cuebook', logoUrl: null },
      links: { tutorial: null, feedback: null, contactSync: null },
      flags: { payments: false },
      signIn: { signUp: true },
    },
  });
  const tags = html.match(/<(?:script|link rel="(?:modulepreload|preload)")[^>]*>/g) ?? [];
  return tags.flatMap((tag) => /(?:src|href)="\/([^"]+\.js)"/.exec(tag)?.[1] ?? []);
}

function sent(file) {
  for (const form of [`${file}.br`, file]) {
    const { size } = statSync(join(dist, form), { throwIfNoEntry: false }) ?? {};
    if (size !== undefined) return size;
  }
  throw new Error(`The build has no ${file}`);
}

const budgets = [
  { page: '/', most: 95 * kB },
  { page: '/signin', most: 170 * kB },
  { page: '/app', most: 170 * kB },
];

let kept = true;
for (const { page, most } of budgets) {
  const routes = filesOf(dist, firstRoutes[page] ?? []);
  const all = new Set([...(await scriptsOf(page)), ...routes]);
  const size = [...all].reduce((sum, file) => sum + sent(file), 0);
  kept &&= size <= most;
  const verdict = size <= most ? 'of' : 'MORE THAN';
  process.stdout.write(
    `${page.padEnd(8)} ${(size / kB).toFixed(1)} kB ${verdict} ${most / kB} kB of script\n`,
  );
}
process.exit(kept ? 0 : 1);
