import { expect, it } from 'vitest';
import { chosenPrompts, toRequest } from './chosen-prompts.ts';
import type { SourcePreview } from './import-preview.ts';
import { prepareImport } from './prepare-import.ts';
import { readFile } from './read-file.ts';

function preview(name: string, text: string): SourcePreview {
  const file = prepareImport(readFile(name, new TextEncoder().encode(text)));
  return { name, file, known: new Set(file.prompts.slice(0, 1).map((each) => each.fingerprint)) };
}
const table = preview('x.csv', 'title,content,group\nKnown,1,Old\nNew,2,Next\n');

it('leaves out what is known, unless told otherwise', () => {
  const titles = (includeKnown: boolean) =>
    chosenPrompts(table, includeKnown).map(({ title }) => title);
  expect(titles(false)).toEqual(['New']);
  expect(titles(true)).toEqual(['Known', 'New']);
});

it('sends what is chosen, with its groups', () => {
  const choices = { includeKnown: false, publish: false };
  expect(toRequest(table, { ...choices, variables: new Set() })).toEqual({
    ...choices,
    groups: [{ key: 'next', name: 'Next', description: 'Imported' }],
    prompts: [
      {
        key: 'row 2',
        title: 'New',
        content: '2',
        description: null,
        tags: [],
        category: null,
        group: 'next',
      },
    ],
    versions: [],
    chains: [],
  });
});

it('sends an export whole, since its chains name what may be known', () => {
  const own = preview(
    'x.json',
    JSON.stringify({
      cuebook: 1,
      groups: [{ id: 'g', name: 'Empty' }],
      prompts: [{ id: 'p', title: 'Known', content: '1' }],
      chains: [{ title: 'C', prompts: ['p', null] }],
    }),
  );
  const request = toRequest(own, {
    includeKnown: false,
    publish: true,
    variables: new Set(),
  });
  expect(chosenPrompts(own, false)).toEqual([]);
  expect(request.prompts.map(({ key }) => key)).toEqual(['p']);
  expect(request.groups).toMatchObject([{ key: 'g', name: 'Empty' }]);
  expect(request.chains).toMatchObject([{ title: 'C', prompts: ['p', null] }]);
});
