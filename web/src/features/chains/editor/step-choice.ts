import type { StepChoice } from '#web/data/chains/chain-values.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { clipPreview } from '#web/features/chains/view/clip-preview.ts';
import { newId } from '#contract/new-id.ts';

/** Creates a step for an added prompt; a chain may contain a prompt twice. */
export function choiceOfPrompt(prompt: PromptSummary): StepChoice {
  const { id, title, preview, icon, groupId, isPublic, teamId } = prompt;
  return {
    key: newId(),
    promptId: id,
    title,
    content: null,
    bindings: {},
    preview: clipPreview(preview),
    icon,
    groupId,
    isPublic,
    teamId,
    availability: 'available',
  };
}

/** Creates a step whose prompt is written in the chain. */
export function choiceOfOwnPrompt(): StepChoice {
  return {
    key: newId(),
    promptId: null,
    title: '',
    content: '',
    bindings: {},
    preview: '',
    icon: null,
    groupId: null,
    isPublic: false,
    teamId: null,
    availability: 'available',
  };
}
