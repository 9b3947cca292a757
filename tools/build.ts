import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

/**
 * Builds the page into web/dist, compresses its files once for all requests, and leaves the
 * fingerprint of its sources (first argument), by which a start knows that it is not stale.
 */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'web/dist');
const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/;
const squeeze = promisify(brotliCompress);
const zip = promisify(gzip);

await build({
  root: join(root, 'web'),
  configFile: join(root, 'web/vite.config.ts'),
  logLevel: 'warn',
});

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
