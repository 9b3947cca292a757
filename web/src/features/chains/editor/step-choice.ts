import type { StepChoice } from '#web/data/chains/chain-values.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { clipPreview } from '#web/features/chains/view/clip-preview.ts';
import { newId } from '#contract/new-id.ts';

/** Creates a step for an added prompt; a chain may contain a prompt twice. */
export function choiceOfPrompt(prompt: PromptSummary): StepChoice {
  const { id: promptId, title, preview, icon, groupId, isPublic, teamId } = prompt;
  const shown = { title, preview: clipPreview(preview), icon, groupId, isPublic, teamId };
  return { ...choiceOfOwnPrompt(), promptId, content: null, ...shown };
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
