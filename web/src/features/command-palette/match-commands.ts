import { findLabels } from '#web/lib/search/find-labels.ts';
import type { CommandGroup } from '#web/ui/overlay/command/command.ts';

export interface MatchedGroup extends CommandGroup {
  /** Whether a command starts with the search. */
  readonly hasPrefixMatch: boolean;
}

/**
 * Returns the commands of a group whose label contains every word, in any case; those that start
 * with the search come first. With `forgiving`, a group without a match returns the commands that
 * match except for one typo.
 */
export function matchCommands(
  { title, commands }: CommandGroup,
  search: string,
  forgiving: boolean,
): MatchedGroup {
  const { items, typoForgiven, hasPrefixMatch } = findLabels(commands, search);
  return { title, commands: typoForgiven && !forgiving ? [] : items, hasPrefixMatch };
}
