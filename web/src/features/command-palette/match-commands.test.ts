import { describe, expect, it } from 'vitest';
import { matchCommands } from './match-commands.ts';

const commands = ['New Prompt', 'New Group', 'Prompt chains', 'Sign Out'].map((label) => ({
  id: label,
  label,
  run: () => undefined,
}));

const match = (search: string) => matchCommands({ title: 'Actions', commands }, search, false);
const labels = (search: string) => match(search).commands.map(({ label }) => label);

describe('matchCommands', () => {
  it('returns all commands for an empty search', () => {
    expect(labels('')).toHaveLength(4);
  });

  it('matches every word in any order and case', () => {
    expect(labels('group NEW')).toEqual(['New Group']);
    expect(labels('nothing')).toEqual([]);
  });

  it('puts commands that start with the search first', () => {
    expect(labels('prompt')).toEqual(['Prompt chains', 'New Prompt']);
    expect(match('prompt').hasPrefixMatch).toBe(true);
    expect(match('out').hasPrefixMatch).toBe(false);
  });
});
