import { expect, test } from 'vitest';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { buildPrompt } from '#web/data/prompts/testing/build-prompt.ts';
import { arrangeTemplates } from './arrange-templates.ts';

function template(title: string, templateCategory: string | null): PromptSummary {
  return buildPrompt(title, { isTemplate: true, templateCategory });
}

const all = [
  template('Loose', null),
  template('Pitch', 'Sales'),
  template('Own', 'Zoo'),
  template('Query', 'Analytics & BI'),
  template('Call', 'Sales'),
];

function titles(found: readonly PromptSummary[]): [string, string[]][] {
  return arrangeTemplates(all, found).map(({ category, templates }) => [
    category,
    templates.map(({ title }) => title),
  ]);
}

test('categories stand in the product’s order, unknown ones after them, those without at the end', () => {
  expect(titles(all)).toEqual([
    ['Analytics & BI', ['Query']],
    ['Sales', ['Pitch', 'Call']],
    ['Zoo', ['Own']],
    ['Uncategorized', ['Loose']],
  ]);
});

test('what was found keeps its order, and every category its place', () => {
  const [loose, pitch, , , call] = all as [
    PromptSummary,
    PromptSummary,
    unknown,
    unknown,
    PromptSummary,
  ];
  expect(titles([call, pitch, loose])).toEqual([
    ['Analytics & BI', []],
    ['Sales', ['Call', 'Pitch']],
    ['Zoo', []],
    ['Uncategorized', ['Loose']],
  ]);
});
