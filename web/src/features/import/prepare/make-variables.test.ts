import { expect, it } from 'vitest';
import type { Notation } from '#web/lib/variables/placeholders.ts';
import { makeVariables, notationUses } from './make-variables.ts';
import { prepareImport } from './prepare-import.ts';
import { readFile } from '#web/features/import/read/read-file.ts';

const contents = ['Greet ${name} as [Role]', 'Only ${topic:tea}', 'Nothing here'];
const rows = contents.map((content) => ({ title: content, content }));
const source = readFile('x.json', new TextEncoder().encode(JSON.stringify(rows)));
const { prompts } = prepareImport(source);

it('notationUses counts the notations and gives an example of each', () => {
  expect(notationUses(prompts)).toEqual([
    { notation: '${name}', prompts: 2, source: '${name}', variable: '{{name}}' },
    { notation: '[name]', prompts: 1, source: '[Role]', variable: '{{Role}}' },
  ]);
});

it('makeVariables converts the chosen notations and nothing else', () => {
  const after = (...chosen: Notation[]) =>
    makeVariables(prompts, new Set(chosen)).map(({ content }) => content);
  expect(after()).toEqual(contents);
  expect(after('${name}')).toEqual([
    'Greet {{name}} as [Role]',
    'Only {{topic:tea}}',
    'Nothing here',
  ]);
  expect(after('[name]', '${name}')[0]).toBe('Greet {{name}} as {{Role}}');
});
