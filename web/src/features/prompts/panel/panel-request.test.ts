import { describe, expect, test } from 'vitest';
import { emptyValues } from '#web/data/prompts/prompt-values.ts';
import { draftTarget, startingValues } from './panel-request.ts';

const words = { title: 'Guide', description: 'd', content: 'c', tags: ['t'], icon: '🗺️' };

describe('what stands in the fields', () => {
  test('a new prompt is empty, in a group if it was asked for there', () => {
    expect(startingValues({ mode: 'create' })).toEqual(emptyValues);
    expect(startingValues({ mode: 'create', start: { groupId: 'g' } }).groupId).toBe('g');
  });

  test('a fork says so, is private and in no group', () => {
    expect(startingValues({ mode: 'fork', source: { id: '1', ...words } })).toEqual({
      ...words,
      title: 'Guide (Fork)',
      isPublic: false,
      groupId: null,
    });
  });

  test('a copy says so and is private', () => {
    const start = { ...words, isPublic: true };
    expect(startingValues({ mode: 'create', start, copyOf: '1' })).toEqual({
      ...words,
      title: 'Guide (Copy)',
      isPublic: false,
      groupId: null,
    });
  });
});

test('drafts of different beginnings are kept apart', () => {
  const targets = [
    draftTarget({ mode: 'create' }),
    draftTarget({ mode: 'create', copyOf: '1' }),
    draftTarget({ mode: 'fork', source: { id: '1', ...words } }),
  ];
  expect(new Set(targets).size).toBe(3);
});
