import { expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { chosenPrompts, tooLarge } from './chosen-prompts.ts';
import { prepareImport } from './prepare-import.ts';

const file = prepareImport('x.csv', new TextEncoder().encode('title,content\nKnown,1\nNew,2\n'));
const known = new Set(file.prompts.slice(0, 1).map(({ fingerprint }) => fingerprint));

it('leaves out what is known, unless told otherwise', () => {
  const titles = (includeKnown: boolean) =>
    chosenPrompts({ name: 'x.csv', file, known }, includeKnown).map(({ title }) => title);
  expect(titles(false)).toEqual(['New']);
  expect(titles(true)).toEqual(['Known', 'New']);
});

it('says when the prompts do not fit into one request', () => {
  expect(tooLarge(file.prompts)).toBeNull();
  const large = file.prompts.map((prompt) => ({
    ...prompt,
    bytes: limits.importBodyBytes / 2 + 1,
  }));
  expect(tooLarge(large)).toContain('Split the file');
});
