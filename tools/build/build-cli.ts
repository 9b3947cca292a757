import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packTar } from 'modern-tar';
import { build } from 'vite';
import { manPage } from '../../cli/man-page.ts';

const root = join(import.meta.dirname, '../..');
/** The files of the package besides package.json. */
const files = ['cuebook.js', 'man/cuebook.1', 'README.md', 'LICENSE'];
const compress = promisify(gzip);

/**
 * Builds the command line into a folder: a package with one file of plain JavaScript for Node 20, a
 * manual page, and no dependencies.
 */
export async function buildCli(folder: string): Promise<void> {
  await build({
    root: join(root, 'cli'),
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // Everything is bundled, so that npx has nothing else to install.
    ssr: { noExternal: true },
    build: {
      ssr: 'main.ts',
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'cuebook.js' } },
    },
  });

  const { name, version, description, license, engines } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const packageFile = {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { cuebook: 'cuebook.js' },
    man: ['man/cuebook.1'],
    engines,
  };
  await mkdir(join(folder, 'man'), { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'package.json'), `${JSON.stringify(packageFile, null, 2)}\n`),
    writeFile(join(folder, 'man/cuebook.1'), manPage()),
    copyFile(join(root, 'docs/cli.md'), join(folder, 'README.md')),
    copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE')),
  ]);
}

/** Packs a built package as npm does, for `npx` and `npm install`. */
export async function packCli(folder: string): Promise<Buffer> {
  const entries = await Promise.all(
    ['package.json', ...files].map(async (file) => {
      const body = await readFile(join(folder, file));
      return { header: { name: `package/${file}`, size: body.length, mtime: new Date(0) }, body };
    }),
  );
  return compress(await packTar(entries), { level: 9 });
}
