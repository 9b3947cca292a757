import {
  convertPlaceholders,
  findPlaceholders,
  type Notation,
} from '#web/lib/variables/placeholders.ts';
import type { PreparedPrompt } from './prepare-import.ts';

export interface NotationUse {
  readonly notation: Notation;
  /** The number of prompts with such placeholders. */
  readonly prompts: number;
  /** The first placeholder, and the variable that it becomes. */
  readonly source: string;
  readonly variable: string;
}

/** Returns the notations of other tools used in the prompts, the most frequent first. */
export function notationUses(prompts: readonly PreparedPrompt[]): NotationUse[] {
  const uses = new Map<Notation, NotationUse>();
  for (const { notations, content } of prompts) {
    for (const notation of notations) {
      const counted = uses.get(notation);
      const first = counted ?? findPlaceholders(content).find((each) => each.notation === notation);
      if (first) uses.set(notation, { ...first, notation, prompts: (counted?.prompts ?? 0) + 1 });
    }
  }
  return [...uses.values()].toSorted((one, other) => other.prompts - one.prompts);
}

/** Returns the prompts with the placeholders of the chosen notations converted into variables. */
export function makeVariables(
  prompts: readonly PreparedPrompt[],
  chosen: ReadonlySet<Notation>,
): readonly PreparedPrompt[] {
  if (chosen.size === 0) return prompts;
  return prompts.map((prompt) => {
    if (!prompt.notations.some((notation) => chosen.has(notation))) return prompt;
    const content = convertPlaceholders(prompt.content, ({ notation }) => chosen.has(notation));
    return { ...prompt, content };
  });
}
