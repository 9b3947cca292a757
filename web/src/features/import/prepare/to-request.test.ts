import { expect, it } from 'vitest';
import { planImport } from './import-plan.ts';
import type { ImportChoices, SourcePreview } from './import-preview.ts';
import { prepareImport } from './prepare-import.ts';
import { readFile } from '#web/features/import/read/read-file.ts';
import { toRequest } from './to-request.ts';

function preview(name: string, text: string): SourcePreview {
  const file = prepareImport(readFile(name, new TextEncoder().encode(text)));
  return {
    name,
    file,
    libraryFingerprints: new Set(file.prompts.slice(0, 1).map((each) => each.fingerprint)),
  };
}
const table = preview('x.csv', 'title,content,group\nKnown,1,Old\nNew,2,Next\n');

const asTheyAre: ImportChoices = {
  includeExisting: false,
  publish: true,
  variables: new Set(),
  group: '',
  tags: [],
};

/** Returns the request for a single file. */
function requestOf(source: SourcePreview, choices: ImportChoices) {
  const [plan] = planImport({ sources: [source] }, choices);
  if (!plan) throw new Error('No plan');
  return toRequest(plan, choices);
}

it('toRequest sends the chosen prompts with their groups', () => {
  const choices = { includeExisting: false, publish: false };
  expect(requestOf(table, { ...asTheyAre, ...choices })).toEqual({
    ...choices,
    groups: [{ key: 'next', path: ['Next'], parent: null, description: 'Imported' }],
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
    runs: [],
    comments: [],
    uses: [],
  });
});

it('toRequest sends an export whole, since its chains may refer to prompts of the library', () => {
  const exported = preview(
    'x.json',
    JSON.stringify({
      cuebook: 1,
      groups: [{ id: 'g', name: 'Empty' }],
      prompts: [{ id: 'p', title: 'Known', content: '1' }],
      chains: [{ title: 'C', steps: [{ prompt: 'p' }, { prompt: null }] }],
    }),
  );
  const request = requestOf(exported, {
    ...asTheyAre,
    group: 'Chosen',
    tags: ['new'],
  });
  expect(request.prompts[0]?.tags).toEqual([]);
  expect(request.prompts.map(({ key }) => key)).toEqual(['p']);
  expect(request.groups).toMatchObject([{ key: 'g', path: ['Empty'] }]);
  expect(request.chains).toMatchObject([
    { title: 'C', steps: [{ prompt: 'p' }, { prompt: null }] },
  ]);
});

it('toRequest puts prompts without a group into the chosen one, and adds tags', () => {
  const source = preview(
    'y.csv',
    'title,content,group,tags\nKnown,1,,\nNew,2,,a\nOwn,3,Next,"B"\n',
  );
  const { prompts, groups } = requestOf(source, {
    ...asTheyAre,
    group: ' Inbox ',
    tags: ['a', 'b'],
  });
  expect(prompts).toMatchObject([
    { title: 'New', group: 'inbox', tags: ['a', 'b'] },
    { title: 'Own', group: 'next', tags: ['B', 'a'] },
  ]);
  expect(groups.map(({ path }) => path)).toEqual([['Inbox'], ['Next']]);
  // A group of the file with this name is the same one.
  expect(requestOf(source, { ...asTheyAre, group: 'NEXT' }).groups).toHaveLength(1);
});
