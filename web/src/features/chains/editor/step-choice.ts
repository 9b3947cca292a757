import type { StepChoice } from '#web/data/chains/chain-values.ts';
import type { ChainStep } from '#web/data/chains/chains.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { clipPreview } from '#web/features/chains/view/clip-preview.ts';

let added = 0;

/** Converts a step of a stored chain for the form. */
export function choiceOfStep({ id, promptId, prompt, availability }: ChainStep): StepChoice {
  return {
    key: id,
    promptId,
    title: prompt?.title ?? '',
    preview: clipPreview(prompt?.content ?? ''),
    icon: prompt?.icon ?? null,
    availability,
  };
}

/**
 * Creates a step for an added prompt. The key is unique, since a chain may contain a prompt twice.
 */
export function choiceOfPrompt({ id, title, preview, icon }: PromptSummary): StepChoice {
  added += 1;
  return {
    key: `${id}:${Date.now().toString(36)}:${added}`,
    promptId: id,
    title,
    preview: clipPreview(preview),
    icon,
    availability: 'available',
  };
}
