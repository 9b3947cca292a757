import { delicateIn, type Delicate, type Words } from './find-in-fields.ts';

/** Something in one of many prompts that one may not want everybody to read. */
export interface DelicateInPrompt {
  readonly promptId: string;
  readonly title: string;
  readonly delicate: Delicate;
}

interface Prompt extends Words {
  readonly id: string;
}

/** What looks like a secret or personal data, prompt by prompt. */
export function delicateInPrompts(prompts: readonly Prompt[]): DelicateInPrompt[] {
  return prompts.flatMap((prompt) =>
    delicateIn(prompt).map((delicate) => ({ promptId: prompt.id, title: prompt.title, delicate })),
  );
}
