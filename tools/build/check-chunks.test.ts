import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkChunks } from './check-chunks.ts';
import { filesOf } from './chunks.ts';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cuebook-build-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/**
 * Builds a page from `modules` with the entry main.js. `groups` assign modules to chunks by
 * pattern.
 */
async function buildPage(
  modules: Readonly<Record<string, string>>,
  groups: readonly { readonly name: string; readonly test: RegExp }[] = [],
): Promise<void> {
  for (const [name, code] of Object.entries(modules)) await writeFile(join(root, name), code);
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [checkChunks()],
    build: {
      target: 'esnext',
      rolldownOptions: {
        input: join(root, 'main.js'),
        output: {
          codeSplitting: { includeDependenciesRecursively: false, groups: [...groups], minSize: 0 },
        },
      },
    },
  });
}

describe('checkChunks', () => {
  it('fails a build whose chunks import each other', async () => {
    const modules = {
      'main.js':
        "import { child } from './child.js'; import { other } from './other.js'; console.log(child, other);",
      'base.js': 'export class Base { name = document.title; }',
      'child.js':
        "import { Base } from './base.js'; export const child = new (class extends Base {})();",
      'other.js': "import { child } from './child.js'; export const other = [child, document.URL];",
    };
    await expect(
      buildPage(modules, [
        { name: 'first', test: /base\.js|other\.js/ },
        { name: 'second', test: /child\.js/ },
      ]),
    ).rejects.toThrow(
      /These chunks import each other: assets\/(\w+)-.* → assets\/\w+-.* → assets\/\1-/,
    );
  });

  it('fails a build with a top-level await', async () => {
    const modules = {
      'main.js': "const late = import('./late.js'); console.log(late);",
      'late.js': "export const answer = await fetch('/config.json');",
    };
    await expect(buildPage(modules)).rejects.toThrow(
      /assets\/late-.*\.js has a top-level await; it contains late\.js/,
    );
  });

  it('allows await in functions, and records the chunks of each module', async () => {
    await buildPage({
      'main.js':
        "import { shared } from './shared.js'; console.log(shared, () => import('./late.js'));",
      'shared.js': 'export const shared = document.title;',
      'late.js':
        "import { shared } from './shared.js'; export const late = async () => [await fetch(shared), shared];",
    });
    const files = filesOf(join(root, 'dist'), ['late.js']);
    expect(files).toEqual([
      expect.stringMatching(/^assets\/late-/),
      expect.stringMatching(/^assets\/main-/),
    ]);
    expect(() => filesOf(join(root, 'dist'), ['gone.js'])).toThrow('The build has no gone.js');
  });
});
