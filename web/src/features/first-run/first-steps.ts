import type { PromptSummary } from '#web/data/prompts/prompt.ts';

export const firstStepIds = ['add', 'copy', 'edit', 'group'] as const;

export interface FirstStep {
  readonly id: (typeof firstStepIds)[number];
  readonly done: boolean;
}

/** Returns the first steps, with what the stored prompts and groups say of each. */
export function firstSteps(
  prompts: readonly Pick<PromptSummary, 'lastUsedAt' | 'version'>[],
  groupCount: number,
): readonly FirstStep[] {
  return [
    { id: 'add', done: prompts.length > 0 },
    { id: 'copy', done: prompts.some(({ lastUsedAt }) => lastUsedAt !== null) },
    { id: 'edit', done: prompts.some(({ version }) => version > 1) },
    { id: 'group', done: groupCount > 0 },
  ];
}
