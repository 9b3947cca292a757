import { describe, expect, it } from 'vitest';
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

describe('arrangeTemplates', () => {
  it('sorts known categories in their order, then unknown ones, then Uncategorized', () => {
    expect(titles(all)).toEqual([
      ['Analytics & BI', ['Query']],
      ['Sales', ['Pitch', 'Call']],
      ['Zoo', ['Own']],
      ['Uncategorized', ['Loose']],
    ]);
  });

  it('keeps the order of search results and the position of every category', () => {
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
});
