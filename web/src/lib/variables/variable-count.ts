import { findVariables } from '#templating/variables.ts';

interface CountedPrompt {
  /** Null: only a preview is loaded. */
  readonly content: string | null;
  /** The number that the database counted, for a prompt without its content. */
  readonly variableCount?: number;
}

const counts = new WeakMap<CountedPrompt, number>();

/** Returns the number of a prompt's variables. */
export function variableCountOf(prompt: CountedPrompt): number {
  if (prompt.content === null) return prompt.variableCount ?? 0;
  const cached = counts.get(prompt);
  if (cached !== undefined) return cached;
  const count = findVariables(prompt.content).length;
  counts.set(prompt, count);
  return count;
}
