import type { CommandOption, Invocation } from '../command.ts';
import type { Selection } from '../library/library.ts';

/** Options that narrow a list of prompts. */
export const selectionOptions: readonly CommandOption[] = [
  { name: 'favorites', short: 'f', description: 'Only prompts with a star.' },
  {
    name: 'group',
    short: 'g',
    value: 'PATH',
    description: 'Only prompts of a group, such as Work/Mail, and of those below it.',
  },
  {
    name: 'tag',
    short: 't',
    value: 'TAG',
    isRepeatable: true,
    description: 'Only prompts with a tag; given several times, with all of them.',
  },
  { name: 'team', description: 'Prompts that your teams share, instead of your own.' },
];

export function readSelection({ options }: Invocation): Selection {
  return {
    isTeams: options.has('team'),
    isFavorites: options.has('favorites'),
    group: options.get('group'),
    tags: options.all('tag'),
  };
}
