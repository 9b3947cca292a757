import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, test } from 'vitest';
import { searchInMemory } from './search-in-memory.ts';
import type { PromptPage } from '#web/data/prompts/lists/prompt-pages.ts';
import { searchOfflineCache } from './search-offline-cache.ts';
import { buildPrompt } from '#web/data/prompts/testing/build-prompt.ts';

const now = Date.parse('2026-03-10T00:00:00Z');
const prompts = [
  buildPrompt('Plain', { content: 'About a poem by {{name}}' }),
  buildPrompt('Poem', {
    tags: ['Two Words', 'é'],
    groupId: 'ecole',
    groupName: 'Writing École',
    starred: true,
  }),
  buildPrompt('Public', { isPublic: true, lastUsedAt: '2026-03-08T00:00:00.123456+00:00' }),
  buildPrompt('Template', { isTemplate: true, templateCategory: 'Sales', tags: ['poem'] }),
];

const groups = [
  { id: 'ecole', name: 'Writing École', parentId: 'work' },
  { id: 'work', name: 'R/D', parentId: null },
];

describe('searchInMemory', () => {
  it.each([
    ['poem', ['Poem', 'Template', 'Plain']],
    ['poem tag:"two words" TAG:E', ['Poem']],
    ['tag:two', []],
    ['group:ecole group:nothing', ['Poem']],
    ['in:R\\/D', ['Poem']],
    ['in:"r\\/d/writing ecole" in:other', ['Poem']],
    ['in:"writing ecole/r\\/d"', []],
    ['in:writing', []],
    ['category:sales category:finance', ['Template']],
    ['is:public', ['Public']],
    ['is:private is:favourite', ['Poem']],
    ['is:template sales', ['Template']],
    ['has:variable', ['Plain']],
    ['used:<3d', ['Public']],
    ['used:<1d', []],
    ['used:>1d poem', ['Poem', 'Template', 'Plain']],
    ['used:never public', []],
    ['author:me', []],
    ['peom', ['Poem', 'Template', 'Plain']],
    ['tag:', ['Plain', 'Poem', 'Public', 'Template']],
  ])('%s finds %j', (search, titles) => {
    expect(searchInMemory(prompts, search, groups, now).items.map(({ title }) => title)).toEqual(
      titles,
    );
  });
});

test('searchOfflineCache searches the pages that are cached', async () => {
  const [one, two] = prompts.map((prompt): PromptPage => {
    return { prompts: [prompt], next: [prompt.id], typoForgiven: false };
  });
  const pages = new Map([
    ['null', one],
    ['Plain', two],
  ]);
  const read = (after: readonly string[] | null) => {
    const page = pages.get(String(after));
    return page ? Promise.resolve(page) : Promise.reject(new Error('offline'));
  };
  const { signal } = new AbortController();
  const found = await searchOfflineCache('poem', read, signal, new QueryClient());
  expect(found.prompts.map(({ title }) => title)).toEqual(['Poem', 'Plain']);
  expect(found).toMatchObject({ next: null, fromOfflineCache: true });
  pages.clear();
  await expect(searchOfflineCache('poem', read, signal, new QueryClient())).rejects.toThrow(
    'offline',
  );
});
