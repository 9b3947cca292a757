import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { checkChunks } from './build/check-chunks.ts';
import { filesOf, firstRoutes } from './build/chunks.ts';

/**
 * Builds the page into web/dist, tells the service worker what it is made of, compresses its files
 * once for all requests, and builds what draws the public pages into web/renderer. Leaves the
 * fingerprint of the sources (first argument), by which a start knows that the page is not stale.
 */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'web/dist');
const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/;
const squeeze = promisify(brotliCompress);
const zip = promisify(gzip);

const web = join(root, 'web');
await build({
  root: web,
  configFile: join(web, 'vite.config.ts'),
  logLevel: 'warn',
  plugins: [checkChunks()],
});
await build({ root: web, configFile: join(web, 'vite.renderer.config.ts'), logLevel: 'warn' });

await fillServiceWorker();
await writePreloads();

for (const entry of await readdir(dist, { recursive: true })) {
  if (!compressible.test(entry)) continue;
  const file = join(dist, entry);
  const content = await readFile(file);
  if (content.length < 1024) continue;
  await writeFile(
    `${file}.br`,
    await squeeze(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
}

const fingerprint = process.argv[2];
if (fingerprint !== undefined) await writeFile(join(dist, '.built-from'), fingerprint);

/** The worker keeps every file that the app may load; its text changes with them, so that browsers see a new build. */
async function fillServiceWorker(): Promise<void> {
  const worker = join(dist, 'service-worker.js');
  const assets = (await readdir(join(dist, 'assets'))).map((name) => `/assets/${name}`).sort();
  const files = ['/first-paint.js', '/icon.svg', ...assets];
  const hash = createHash('sha256');
  for (const file of ['/index.html', ...files])
    hash.update(file).update(await readFile(join(dist, file)));
  const filled = (await readFile(worker, 'utf8'))
    .replace("const build = '';", `const build = '${hash.digest('hex').slice(0, 16)}';`)
    .replace('const files = [];', `const files = ${JSON.stringify(files)};`);
  await writeFile(worker, filled);
}

/** The server names them in the first document, so that the browser asks for all at once instead of one after the other. */
async function writePreloads(): Promise<void> {
  const preloads = Object.fromEntries(
    Object.entries(firstRoutes).map(([path, modules]) => [path, filesOf(dist, modules)]),
  );
  await writeFile(join(root, 'web/renderer/preloads.json'), JSON.stringify(preloads));
}
