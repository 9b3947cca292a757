import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { prepareFiles } from './prepare-files.ts';

const given = (path: string, content: string | Uint8Array) => ({
  path,
  read: () => Promise.resolve(typeof content === 'string' ? strToU8(content) : content),
});

it('reads files of every kind together: Markdown as one, each other alone, archives as what is in them', async () => {
  const archive = zipSync({
    'in/a.csv': strToU8('title,content\nA,1\n'),
    'in/b.md': strToU8('# B\n'),
    '__MACOSX/in/b.md': strToU8('x'),
    'in/.hidden.md': strToU8('x'),
  });
  const { sources, refused } = await prepareFiles([
    given('c.md', 'C'),
    given('packed.zip', archive),
    given('broken.zip', 'PK no more'),
    given('cat.csv', 'a,b\n1,2\n'),
    given('gone.csv', new Uint8Array()),
  ]);
  expect(sources.map(({ name, file }) => [name, file.prompts.map(({ title }) => title)])).toEqual([
    ['in/a.csv', ['A']],
    ['2 Markdown files', ['c', 'B']],
  ]);
  expect(refused.map(({ name, reason }) => [name, reason.slice(0, 24)])).toEqual([
    ['broken.zip', 'This archive is damaged '],
    ['cat.csv', 'The first line does not '],
    ['gone.csv', 'This file is empty. Choo'],
  ]);
});

it.each([
  [
    'a number that is missing from a history',
    [{ version_number: 2, title: 'T', content: 'C' }],
    'A version is missing',
  ],
  [
    'a text that cannot be stored',
    [{ version_number: 1, title: 'T', content: 'a\0b' }],
    'holds a character',
  ],
])('reports %s', async (_, versions, reason) => {
  const prompt = { id: 'p', title: 'T', content: 'C', versions };
  const { sources } = await prepareFiles([
    given(
      'x.json',
      JSON.stringify({ cuebook: 1, prompts: [prompt, { ...prompt, id: 'q', versions: [] }] }),
    ),
  ]);
  expect(sources[0]?.file.prompts.map(({ key }) => key)).toEqual(['q']);
  expect(sources[0]?.file.problems[0]?.reason).toContain(reason);
});

it('refuses an export of a newer Cuebook', async () => {
  const { refused } = await prepareFiles([given('x.json', '{"cuebook": 3, "prompts": []}')]);
  expect(refused[0]?.reason).toContain('newer Cuebook');
});
