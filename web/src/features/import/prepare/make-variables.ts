import {
  convertPlaceholders,
  findPlaceholders,
  type Notation,
} from '#web/lib/variables/placeholders.ts';
import type { PreparedPrompt } from './prepare-import.ts';

export interface NotationUse {
  readonly notation: Notation;
  /** How many prompts hold such placeholders. */
  readonly prompts: number;
  /** The first of them, and the variable that it would become. */
  readonly source: string;
  readonly variable: string;
}

/** What other tools' placeholders a file holds, by notation, the commonest first. */
export function notationUses(prompts: readonly PreparedPrompt[]): NotationUse[] {
  const uses = new Map<Notation, NotationUse>();
  for (const { notations, content } of prompts) {
    for (const notation of notations) {
      const known = uses.get(notation);
      const first = known ?? findPlaceholders(content).find((each) => each.notation === notation);
      if (first) uses.set(notation, { ...first, notation, prompts: (known?.prompts ?? 0) + 1 });
    }
  }
  return [...uses.values()].toSorted((one, other) => other.prompts - one.prompts);
}

/** The prompts with the placeholders of those notations made variables; the rest as it stands in the file. */
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
