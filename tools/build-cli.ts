import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { manPage } from '../cli/man-page.ts';

/**
 * Builds the command line into cli/dist, or into the folder of the first argument: a package with
 * one file of plain JavaScript for Node 20, a manual page, and no dependencies.
 */
const root = join(import.meta.dirname, '..');
const dist = process.argv[2] ?? join(root, 'cli/dist');

await build({
  root: join(root, 'cli'),
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  // Everything is bundled, so that npx has nothing else to install.
  ssr: { noExternal: true },
  build: {
    ssr: 'main.ts',
    outDir: dist,
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
await mkdir(join(dist, 'man'), { recursive: true });
await Promise.all([
  writeFile(join(dist, 'package.json'), `${JSON.stringify(packageFile, null, 2)}\n`),
  writeFile(join(dist, 'man/cuebook.1'), manPage()),
  copyFile(join(root, 'docs/cli.md'), join(dist, 'README.md')),
  copyFile(join(root, 'LICENSE'), join(dist, 'LICENSE')),
]);
