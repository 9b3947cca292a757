import { findWords } from '#web/lib/search/find-words.ts';
import { fold } from '#web/lib/search/fold.ts';
import { searchWords } from '#web/lib/search/parse-search.ts';
import type { CommandGroup } from '#web/ui/overlay/command-window.tsx';

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
  const { items, typoForgiven } = findWords(commands, searchWords(search), ({ label }) => [label]);
  if (typoForgiven) return { title, commands: forgiving ? items : [], hasPrefixMatch: false };
  const prefixed = items.filter(({ label }) => fold(label).startsWith(fold(search)));
  const rest = items.filter((command) => !prefixed.includes(command));
  return { title, commands: [...prefixed, ...rest], hasPrefixMatch: prefixed.length > 0 };
}
