import { findInFields, type SensitiveField, type CheckedFields } from './find-in-fields.ts';

/** A finding in one of several prompts. */
export interface SensitivePrompt {
  readonly promptId: string;
  readonly title: string;
  readonly finding: SensitiveField;
}

interface Prompt extends CheckedFields {
  readonly id: string;
}

/** Finds text that looks like a secret or personal data, prompt by prompt. */
export function findInPrompts(prompts: readonly Prompt[]): SensitivePrompt[] {
  return prompts.flatMap((prompt) =>
    findInFields(prompt).map((finding) => ({
      promptId: prompt.id,
      title: prompt.title,
      finding,
    })),
  );
}
