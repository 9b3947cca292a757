import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, minify } from 'vite';
import { cliPath } from '#contract/routes.ts';
import type { RendererFiles } from '#contract/public-pages.ts';
import { buildCli, packCli } from './build/build-cli.ts';
import { checkChunks } from './build/check-chunks.ts';
import { filesOf, firstRoutes } from './build/chunks.ts';

/**
 * Builds the page into web/dist, lists its files for the service worker, and compresses them once
 * for all requests. Builds the script of public pages, and their renderer into web/renderer. Packs
 * the command line for `npx`. Writes the fingerprint of the sources (first argument), which shows the
 * next start whether the build is current.
 */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'web/dist');
const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const web = join(root, 'web');
await build({
  root: web,
  configFile: join(web, 'vite.config.ts'),
  logLevel: 'warn',
  plugins: [checkChunks()],
});
for (const config of ['vite.public-script.config.ts', 'vite.renderer.config.ts']) {
  await build({ root: web, configFile: join(web, config), logLevel: 'warn' });
}

const cli = join(root, 'cli/dist');
await buildCli(cli);
await writeFile(join(dist, cliPath), await packCli(cli));

await minifyFirstPaint();
await fillServiceWorker();
await writeRendererFiles();

for (const entry of await readdir(dist, { recursive: true })) {
  if (!compressible.test(entry)) continue;
  const file = join(dist, entry);
  const content = await readFile(file);
  if (content.length < 1024) continue;
  await writeFile(
    `${file}.br`,
    await compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  await writeFile(`${file}.gz`, await compressGzip(content, { level: 9 }));
}

const fingerprint = process.argv[2];
if (fingerprint !== undefined) await writeFile(join(dist, '.built-from'), fingerprint);

/** Minifies the script that every page waits for. Half of it are comments. */
async function minifyFirstPaint(): Promise<void> {
  const file = join(dist, 'first-paint.js');
  const { code } = await minify(file, await readFile(file, 'utf8'), { module: false });
  await writeFile(file, code);
}

/**
 * Lists the files that the service worker caches. Their hash changes the worker's text, so that
 * browsers notice a new build.
 */
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

/** Records the scripts that rendered documents name, so that browsers fetch them at once. */
async function writeRendererFiles(): Promise<void> {
  const preloads = Object.fromEntries(
    Object.entries(firstRoutes).map(([path, modules]) => [path, filesOf(dist, modules)]),
  );
  const [publicScript] = (await readdir(join(dist, 'assets'))).filter((name) =>
    /^public\.[^.]+\.js$/.test(name),
  );
  if (publicScript === undefined) throw new Error('The build has no script of public pages');
  const files: RendererFiles = { preloads, publicScript: `assets/${publicScript}` };
  await writeFile(join(root, 'web/renderer/files.json'), JSON.stringify(files));
}
