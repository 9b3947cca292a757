import { describe, expect, test } from 'vitest';
import { matching } from './matching.ts';

const commands = ['New Prompt', 'New Group', 'Prompt chains', 'Sign Out'].map((label) => ({
  id: label,
  label,
  run: () => undefined,
}));

const labels = (words: string) =>
  matching(commands, words, false).commands.map(({ label }) => label);

describe('commands', () => {
  test('are all there before anything is typed', () => {
    expect(labels('')).toHaveLength(4);
  });

  test('match by every word, in any order and case', () => {
    expect(labels('group NEW')).toEqual(['New Group']);
    expect(labels('nothing')).toEqual([]);
  });

  test('that begin with what was typed come first', () => {
    expect(labels('prompt')).toEqual(['Prompt chains', 'New Prompt']);
    expect(matching(commands, 'prompt', false).begins).toBe(true);
    expect(matching(commands, 'out', false).begins).toBe(false);
  });
});
