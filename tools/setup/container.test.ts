import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

it("keeps the command line's manual, which the build packs, in the context of the image", () => {
  const lines = read('.containerignore').trim().split('\n');
  expect(lines).not.toContain('docs');
  expect(lines.filter((line) => matchesGlob('docs/cli.md', line))).toEqual(['docs/*']);
  expect(lines).toContain('!docs/cli.md');
});

it('copies each folder that the server imports into the image', () => {
  const copied = [...read('Containerfile').matchAll(/^COPY --from=build \/cuebook\/(\S+) /gm)];
  const imported = globSync('server/**/!(*.test).ts', { cwd: root }).flatMap((path) =>
    Array.from(read(path).matchAll(/ from '#(\w+)\//g), ([, folder]) => folder),
  );
  expect(copied.map(([, path]) => path)).toEqual(expect.arrayContaining([...new Set(imported)]));
});
