import type { ChainValues, StepChoice } from './chain-values.ts';
import type { ChainDetail, ChainStep } from './chains.ts';

/** Returns a stored chain as the values of its form. */
export function valuesOfChain({ title, description, steps }: ChainDetail): ChainValues {
  return { title, description, steps: steps.map(toChoice) };
}

function toChoice(step: ChainStep): StepChoice {
  const { id, promptId, prompt, own, availability, bindings } = step;
  return {
    key: id,
    promptId,
    title: titleOfStep(step),
    content: own?.content ?? null,
    bindings,
    preview: prompt?.preview ?? '',
    icon: prompt?.icon ?? null,
    groupId: prompt?.groupId ?? null,
    isPublic: prompt?.isPublic ?? false,
    teamId: prompt?.teamId ?? null,
    availability,
  };
}

/** Returns the title of a step; empty when its prompt can't be read. */
export function titleOfStep({ own, prompt }: Pick<ChainStep, 'own' | 'prompt'>): string {
  return own?.title ?? prompt?.title ?? '';
}
