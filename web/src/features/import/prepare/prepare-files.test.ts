import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { prepareFiles } from './prepare-files.ts';

const inputFile = (path: string, content: string | Uint8Array) => ({
  path,
  read: () => Promise.resolve(typeof content === 'string' ? strToU8(content) : content),
});

it('prepareFiles reads all kinds of files: Markdown as one source, other files alone, archives by their content', async () => {
  const archive = zipSync({
    'in/a.csv': strToU8('title,content\nA,1\n'),
    'in/b.md': strToU8('# B\n'),
    '__MACOSX/in/b.md': strToU8('x'),
    'in/.hidden.md': strToU8('x'),
  });
  const { sources, refused } = await prepareFiles([
    inputFile('c.md', 'C'),
    inputFile('packed.zip', archive),
    inputFile('broken.zip', 'PK no more'),
    inputFile('cat.csv', 'a,b\n1,2\n'),
    inputFile('gone.csv', new Uint8Array()),
  ]);
  expect(sources.map(({ name, file }) => [name, file.prompts.map(({ title }) => title)])).toEqual([
    ['in/a.csv', ['A']],
    ['2 Markdown files', ['c', 'B']],
  ]);
  expect(refused.map(({ name, reason }) => [name, reason.slice(0, 24)])).toEqual([
    ['broken.zip', 'This archive is damaged '],
    ['cat.csv', "The first line doesn't n"],
    ['gone.csv', 'This file is empty. Choo'],
  ]);
});

it.each([
  [
    'a version missing from a history',
    [{ version_number: 2, title: 'T', content: 'C' }],
    'A version is missing',
  ],
  [
    'text that cannot be stored',
    [{ version_number: 1, title: 'T', content: 'a\0b' }],
    'contains a character',
  ],
])('prepareFiles reports %s', async (_, versions, reason) => {
  const prompt = { id: 'p', title: 'T', content: 'C', versions };
  const { sources } = await prepareFiles([
    inputFile(
      'x.json',
      JSON.stringify({ cuebook: 1, prompts: [prompt, { ...prompt, id: 'q', versions: [] }] }),
    ),
  ]);
  expect(sources[0]?.file.prompts.map(({ key }) => key)).toEqual(['q']);
  expect(sources[0]?.file.problems[0]?.reason).toContain(reason);
});

it('prepareFiles refuses an export of a newer Cuebook', async () => {
  const { refused } = await prepareFiles([inputFile('x.json', '{"cuebook": 4, "prompts": []}')]);
  expect(refused[0]?.reason).toContain('newer Cuebook');
});
