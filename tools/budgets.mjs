import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, firstRoutes } from './build/chunks.ts';
import { buildPage } from './setup/build-page.mjs';
import { root } from './setup/root.mjs';

/**
 * Checks how much script each page loads before it is usable, compressed with Brotli as the
 * server sends it. Counts the scripts that the document starts or preloads, and the first routes
 * with their imports. Leaves out what loads when the browser is idle: prefetches, dialogs, the
 * service worker.
 */
const dist = join(root, 'web/dist');
const kB = 1_000;

await buildPage(process.execPath);

/** Returns the scripts that a rendered document starts or preloads. */
async function documentScripts(path, content) {
  const { render } = await import(join(root, 'web/renderer/render.js'));
  const { publicScript } = JSON.parse(readFileSync(join(root, 'web/renderer/files.json'), 'utf8'));
  const html = render({
    template: readFileSync(join(dist, 'index.html'), 'utf8'),
    path,
    origin: 'https://example.com',
    preloads: [],
    publicScript,
    content,
    config: {
      brand: { name: 'Cuebook', logoUrl: null },
      links: { tutorial: null, feedback: null, contact: null, contactSync: null },
      flags: { payments: false },
      signIn: { signUp: true },
    },
  });
  // A template loads nothing by itself.
  const loaded = html.replaceAll(/<template.*?<\/template>/gs, '');
  const tags = loaded.match(/<(?:script|link rel="(?:modulepreload|preload)")[^>]*>/g) ?? [];
  return tags.flatMap((tag) => /(?:src|href)="\/([^"]+\.js)"/.exec(tag)?.[1] ?? []);
}

/** Returns the compressed size of a file, or its size if it isn't compressed. */
function transferSize(file) {
  for (const name of [`${file}.br`, file]) {
    const { size } = statSync(join(dist, name), { throwIfNoEntry: false }) ?? {};
    if (size !== undefined) return size;
  }
  throw new Error(`The build has no ${file}`);
}

const publicContent = { kind: 'templates', templates: [] };
const budgets = [
  { page: '/', maxBytes: 15 * kB },
  { page: '/techniques', maxBytes: 15 * kB },
  { page: '/templates', content: publicContent, maxBytes: 15 * kB },
  { page: '/signin', maxBytes: 150 * kB },
  { page: '/app', maxBytes: 150 * kB },
];

let isWithinBudget = true;
for (const { page, content, maxBytes } of budgets) {
  const routes = filesOf(dist, firstRoutes[page] ?? []);
  const all = new Set([...(await documentScripts(page, content)), ...routes]);
  const size = [...all].reduce((sum, file) => sum + transferSize(file), 0);
  isWithinBudget &&= size <= maxBytes;
  const verdict = size <= maxBytes ? 'of' : 'MORE THAN';
  process.stdout.write(
    `${page.padEnd(11)} ${(size / kB).toFixed(1)} kB ${verdict} ${maxBytes / kB} kB of script\n`,
  );
}
process.exit(isWithinBudget ? 0 : 1);
