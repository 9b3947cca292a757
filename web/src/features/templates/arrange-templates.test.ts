import { expect, test } from 'vitest';
import type { PromptSummary } from '#web/data/prompt.ts';
import { arrangeTemplates } from './arrange-templates.ts';

function template(title: string, templateCategory: string | null, content = ''): PromptSummary {
  return {
    id: title,
    title,
    content,
    preview: content,
    description: '',
    tags: ['plan'],
    isPublic: true,
    groupId: null,
    icon: null,
    version: 1,
    userId: 'u',
    teamId: null,
    groupName: null,
    createdAt: '',
    updatedAt: '',
    deletedAt: null,
    isTemplate: true,
    templateCategory,
    starred: false,
    lastUsedAt: null,
  };
}

const all = [
  template('Loose', null),
  template('Pitch', 'Sales', 'Ask first'),
  template('Own', 'Zoo'),
  template('Query', 'Analytics & BI'),
  template('Call', 'Sales'),
];

function titles(search: string): [string, string[]][] {
  return arrangeTemplates(all, search).map(({ category, templates }) => [
    category,
    templates.map(({ title }) => title),
  ]);
}

test('categories stand in the product’s order, unknown ones after them, those without at the end', () => {
  expect(titles('')).toEqual([
    ['Analytics & BI', ['Query']],
    ['Sales', ['Pitch', 'Call']],
    ['Zoo', ['Own']],
    ['Uncategorized', ['Loose']],
  ]);
});

test('a search looks everywhere and keeps the categories, empty where nothing is found', () => {
  expect(titles('ASK plan')).toEqual([
    ['Analytics & BI', []],
    ['Sales', ['Pitch']],
    ['Zoo', []],
    ['Uncategorized', []],
  ]);
  expect(titles('sales call')[1]).toEqual(['Sales', ['Call']]);
});
