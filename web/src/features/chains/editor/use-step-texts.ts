import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { StepChoice } from '#web/data/chains/chain-values.ts';
import { promptContentsQuery } from '#web/data/chains/chains.ts';
import { useIncludedTexts } from '#web/data/prompts/included/included-texts.ts';
import { resolveIncludes } from '#templating/expand-includes.ts';

/**
 * Returns the text of each step, with the texts that it includes; null while it is loading, and for
 * a step without a prompt.
 */
export function useStepTexts(steps: readonly StepChoice[]): readonly (string | null)[] {
  const ids = steps.flatMap(({ promptId, availability }) =>
    promptId !== null && availability === 'available' ? [promptId] : [],
  );
  const query = promptContentsQuery(ids);
  const { data } = useQuery({
    ...query,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const contents = steps.map(
    ({ promptId, content }) =>
      content ?? (promptId === null ? null : (data?.get(promptId) ?? null)),
  );
  const joined = contents.filter((content) => content?.includes('{{>')).join('\n');
  const included = useIncludedTexts(joined);
  return contents.map((content) =>
    content === null || included === null ? content : resolveIncludes(content, included),
  );
}
