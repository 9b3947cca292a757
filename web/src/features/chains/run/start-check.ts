import type { ChainDetail, ChainStep } from '#web/data/chains/chains.ts';
import type { RunStep } from '#web/data/chains/chain-run.ts';
import {
  referenceProblems,
  referenceTo,
  type ReferenceProblem,
} from '#web/lib/variables/step-references.ts';
import { findVariables } from '#web/lib/variables/variables.ts';
import { missingReasons } from '#web/features/chains/view/missing-reasons.ts';

/** Returns the problems of a chain before a run, one sentence each. */
export function startProblems({ steps }: ChainDetail): string[] {
  const missing = steps.flatMap(({ availability }, index) =>
    availability === 'available'
      ? []
      : [
          `Step ${index + 1} has nothing to send. ${missingReasons[availability]} You can paste an answer yourself.`,
        ],
  );
  const references = referenceProblems(steps.map(contentOf));
  return [...missing, ...references.map((problem) => sentenceOf(problem, steps.length))];
}

function sentenceOf({ kind, step, source, target }: ReferenceProblem, count: number): string {
  switch (kind) {
    case 'beyond':
      return `Step ${step} asks for ${source}, but the chain ends with step ${count}.`;
    case 'itself':
      return `Step ${step} asks for its own answer, ${source}.`;
    case 'later':
      return `Step ${step} asks for ${source}, but step ${target} comes after it.`;
    case 'misspelt':
      return target === null
        ? `Step ${step} has ${source}, which doesn't name a step. Write ${referenceTo(1)} for the answer from step 1.`
        : `Step ${step} has ${source}. Write ${referenceTo(target)} for the answer from step ${target}.`;
    default:
      return kind satisfies never;
  }
}

/** Returns the steps of a new run: the current content of each prompt and the values used last. */
export function stepsOfRun({ steps }: ChainDetail): RunStep[] {
  return steps.map((step) => {
    const content = contentOf(step);
    const names = new Set(findVariables(content ?? '').map(({ name }) => name));
    return {
      promptId: step.promptId,
      version: content === null ? null : (step.prompt?.version ?? null),
      title: step.prompt?.title ?? '',
      content,
      values: Object.fromEntries(
        Object.entries(step.lastValues).filter(([name]) => names.has(name)),
      ),
      text: null,
      draft: null,
    };
  });
}

function contentOf({ availability, prompt }: ChainStep): string | null {
  return availability === 'available' && prompt ? prompt.content : null;
}
