import { findInFields, type SensitiveField, type CheckedFields } from './find-in-fields.ts';

/** Something in one of many prompts that one may not want everybody to read. */
export interface SensitivePrompt {
  readonly promptId: string;
  readonly title: string;
  readonly finding: SensitiveField;
}

interface Prompt extends CheckedFields {
  readonly id: string;
}

/** What looks like a secret or personal data, prompt by prompt. */
export function findInPrompts(prompts: readonly Prompt[]): SensitivePrompt[] {
  return prompts.flatMap((prompt) =>
    findInFields(prompt).map((finding) => ({
      promptId: prompt.id,
      title: prompt.title,
      finding,
    })),
  );
}
