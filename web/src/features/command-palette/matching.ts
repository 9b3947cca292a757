import { findWords } from '#web/lib/search/find-words.ts';
import { fold } from '#web/lib/search/fold.ts';
import { searchWords } from '#web/lib/search/parse-search.ts';
import type { Command, CommandGroup } from '#web/ui/overlay/command-window.tsx';

interface Matching {
  readonly commands: readonly Command[];
  /** Whether one of them begins with what was typed. */
  readonly begins: boolean;
}

export type Found = CommandGroup & Matching;

/** The commands whose label contains every word, in any case; those that begin with it first. `forgiving`: where none does, those that do but for a letter. */
export function matching(
  commands: readonly Command[],
  words: string,
  forgiving: boolean,
): Matching {
  const { items, typoForgiven } = findWords(commands, searchWords(words), ({ label }) => [label]);
  if (typoForgiven) return { commands: forgiving ? items : [], begins: false };
  const begin = items.filter(({ label }) => fold(label).startsWith(fold(words)));
  const rest = items.filter((command) => !begin.includes(command));
  return { commands: [...begin, ...rest], begins: begin.length > 0 };
}
