import { describe, expect, it } from 'vitest';
import { emptyValues } from '#web/data/prompts/prompt-values.ts';
import { mergeValues } from './merge-values.ts';

const base = {
  ...emptyValues,
  title: 'Guide',
  content: 'Act as a guide.\nBe short.\n',
  tags: ['travel', 'short'],
};

describe('mergeValues', () => {
  it('combines changes of different fields', () => {
    const mine = { ...base, title: 'City guide', isPublic: true };
    const theirs = { ...base, content: 'Act as a guide.\nBe brief.\n', icon: '🗺️', groupId: 'g' };
    expect(mergeValues(base, mine, theirs)).toEqual({
      values: { ...theirs, title: 'City guide', isPublic: true },
      conflicts: [],
    });
  });

  it('takes the side that changed when the other did not', () => {
    const changed = { ...base, title: 'x', description: 'y', content: 'z', tags: ['q'] };
    expect(mergeValues(base, base, changed).values).toEqual(changed);
    expect(mergeValues(base, changed, base).values).toEqual(changed);
  });

  it('merges different lines of the content', () => {
    const mine = { ...base, content: 'Act as a city guide.\nBe short.\n' };
    const theirs = { ...base, content: 'Act as a guide.\nBe short.\nUse lists.\n' };
    expect(mergeValues(base, mine, theirs).values.content).toBe(
      'Act as a city guide.\nBe short.\nUse lists.\n',
    );
  });

  it('reports changes of the same place as conflicts and loses no text', () => {
    const mine = { ...base, title: 'Pilot', content: 'Act as a guide.\nBe brief.\n' };
    const theirs = { ...base, title: 'Leader', content: 'Act as a guide.\nBe long.\n' };
    const { values, conflicts } = mergeValues(base, mine, theirs);
    expect(conflicts).toEqual(['title', 'content']);
    expect(values.title).toBe('Pilot');
    expect(values.content).toBe('Act as a guide.\nBe brief.\nBe long.\n');
  });

  it('adds and removes tags one by one', () => {
    const mine = { ...base, tags: ['short', 'travel', 'mine', 'Same'] };
    const theirs = { ...base, tags: ['travel', 'theirs', 'same'] };
    expect(mergeValues(base, mine, theirs).values.tags).toEqual([
      'travel',
      'mine',
      'Same',
      'theirs',
    ]);
  });
});
