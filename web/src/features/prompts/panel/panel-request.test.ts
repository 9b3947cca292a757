import { describe, expect, it } from 'vitest';
import { emptyValues } from '#web/data/prompts/prompt-values.ts';
import { draftTarget, startingValues } from './panel-request.ts';

const text = {
  title: 'Guide',
  description: 'd',
  content: 'c',
  tags: ['t'],
  icon: '🗺️',
  category: 'Research',
};

describe('startingValues', () => {
  it('is empty for a new prompt, except for the group it is created in', () => {
    expect(startingValues({ mode: 'create' })).toEqual(emptyValues);
    expect(startingValues({ mode: 'create', start: { groupId: 'g' } }).groupId).toBe('g');
  });

  it('marks a fork in its title, private and in no group', () => {
    expect(startingValues({ mode: 'fork', source: { id: '1', ...text } })).toEqual({
      ...text,
      title: 'Guide (Fork)',
      isPublic: false,
      groupId: null,
    });
  });

  it('marks a copy in its title, private', () => {
    const start = { ...text, isPublic: true };
    expect(startingValues({ mode: 'create', start, copyOf: '1' })).toEqual({
      ...text,
      title: 'Guide (Copy)',
      isPublic: false,
      groupId: null,
    });
  });
});

describe('draftTarget', () => {
  it('differs between a new prompt, a copy and a fork', () => {
    const targets = [
      draftTarget({ mode: 'create' }),
      draftTarget({ mode: 'create', copyOf: '1' }),
      draftTarget({ mode: 'fork', source: { id: '1', ...text } }),
    ];
    expect(new Set(targets).size).toBe(3);
  });
});
