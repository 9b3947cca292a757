import { describe, expect, it } from 'vitest';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { buildPrompt } from '#web/data/prompts/testing/build-prompt.ts';
import {
  filterChoices,
  filterFavourites,
  groupFavourites,
  recentlyUsed,
  sortFavourites,
} from './arrange-favourites.ts';

const titles = (prompts: readonly PromptSummary[]): string[] => prompts.map(({ title }) => title);
const none = { categories: new Set<string>(), tags: new Set<string>() };

it('recentlyUsed() returns at most five prompts, newest first, without unused ones', () => {
  const used = [3, 1, 7, 5, 2, 6, 4].map((day) =>
    buildPrompt(String(day), { lastUsedAt: `2026-03-0${day}T00:00:00+00:00` }),
  );
  expect(titles(recentlyUsed([buildPrompt('Unused'), ...used]))).toEqual(['7', '6', '5', '4', '3']);
});

describe('filterFavourites', () => {
  const prompts = [
    buildPrompt('Sonnet', { content: 'Write a POEM', category: 'Art', tags: ['a', 'b'] }),
    buildPrompt('Poem', { content: 'x', category: 'Work', tags: ['a'] }),
    buildPrompt('Report', { content: 'y', tags: ['b'] }),
  ];
  it.each([
    ['any category and tags by default', {}, ['Sonnet', 'Poem', 'Report']],
    ['one of the categories', { categories: new Set(['Art', 'Work']) }, ['Sonnet', 'Poem']],
    ['all of the tags', { tags: new Set(['a', 'b']) }, ['Sonnet']],
    ['both the category and the tag', { categories: new Set(['Work']), tags: new Set(['b']) }, []],
  ])('returns prompts with %s', (_, filter, expected) => {
    expect(titles(filterFavourites(prompts, { ...none, ...filter }))).toEqual(expected);
  });

  it('has each category and tag once among filterChoices()', () => {
    expect(filterChoices(prompts)).toEqual({ categories: ['Art', 'Work'], tags: ['a', 'b'] });
  });
});

it.each([
  ['recent', ['new', 'Old', 'ältest']],
  ['lastUsed', ['Old', 'new', 'ältest']],
  ['alphabetical', ['ältest', 'new', 'Old']],
] as const)('sortFavourites() sorts by %s', (sort, expected) => {
  const prompts = [
    buildPrompt('Old', { createdAt: '2026-02-01', lastUsedAt: '2026-03-01' }),
    buildPrompt('ältest', { createdAt: '2026-01-01' }),
    buildPrompt('new', { createdAt: '2026-03-01' }),
  ];
  expect(titles(sortFavourites(prompts, sort))).toEqual(expected);
});

it('groupFavourites() keeps the order of appearance and puts prompts without a group last', () => {
  const groups = groupFavourites([
    buildPrompt('1'),
    buildPrompt('2', { groupId: 'g2', groupName: 'Two' }),
    buildPrompt('3', { groupId: 'g1', groupName: 'One' }),
    buildPrompt('4', { groupId: 'g2', groupName: 'Two' }),
    buildPrompt('5', { groupId: 'hidden' }),
  ]);
  expect(groups.map(({ name, prompts }) => [name, ...titles(prompts)])).toEqual([
    ['Two', '2', '4'],
    ['One', '3'],
    ['No group', '1', '5'],
  ]);
});
