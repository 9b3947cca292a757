import { CliError, exitCodes } from '../cli-error.ts';
import type { CommandOption, Invocation } from '../command.ts';
import type { Selection } from '../library/library.ts';

/** Options that narrow a list of prompts. */
export const selectionOptions: readonly CommandOption[] = [
  { name: 'favorites', short: 'f', description: 'Only prompts with a star.' },
  { name: 'group', short: 'g', value: 'NAME', description: 'Only prompts of a group.' },
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
  if (options.has('team') && options.has('group')) {
    throw new CliError('Groups are your own: use --group without --team.', exitCodes.usage);
  }
  return {
    isTeams: options.has('team'),
    isFavorites: options.has('favorites'),
    group: options.get('group'),
    tags: options.all('tag'),
  };
}
