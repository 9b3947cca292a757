import type { PromptDetail } from '#web/data/prompts/prompt.ts';

/**
 * Returns why a proposal can't be accepted yet: the prompt shows the user's queued saves, which its
 * version doesn't have. Null without any.
 */
export function queuedSavesProblem({ saveBase, version }: PromptDetail): string | null {
  return saveBase === version
    ? null
    : 'Your own changes of this prompt are still waiting to be sent. Try again when they are saved.';
}
