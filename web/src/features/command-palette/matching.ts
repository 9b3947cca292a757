import { containsWords } from '#web/lib/contains-words.ts';
import type { Command, CommandGroup } from '#web/ui/command-window.tsx';

interface Matching {
  readonly commands: readonly Command[];
  /** Whether one of them begins with what was typed. */
  readonly begins: boolean;
}

export type Found = CommandGroup & Matching;

/** The commands whose label contains every word, in any case; those that begin with it first. */
export function matching(commands: readonly Command[], words: string): Matching {
  const found = commands.filter(({ label }) => containsWords([label], words));
  const begin = found.filter(({ label }) => label.toLowerCase().startsWith(words.toLowerCase()));
  const rest = found.filter((command) => !begin.includes(command));
  return { commands: [...begin, ...rest], begins: begin.length > 0 };
}
