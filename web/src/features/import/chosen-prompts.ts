import { limits } from '#contract/limits.ts';
import type { PreparedPrompt } from './prepare-import.ts';
import type { ImportPreview } from './import-preview.ts';

/** What will be stored of a file: all of it, or what the library does not hold yet. */
export function chosenPrompts(
  { file, known }: ImportPreview,
  includeKnown: boolean,
): readonly PreparedPrompt[] {
  if (includeKnown || known.size === 0) return file.prompts;
  return file.prompts.filter(({ fingerprint }) => !known.has(fingerprint));
}

/** Why so many prompts cannot be stored in one request; null when they can. */
export function tooLarge(prompts: readonly PreparedPrompt[]): string | null {
  const bytes = prompts.reduce((sum, prompt) => sum + prompt.bytes, 0);
  if (bytes <= limits.importBodyBytes) return null;
  return 'These prompts are too large to be imported in one piece. Split the file into smaller ones.';
}
