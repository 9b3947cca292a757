import type { ChainDetail, ChainStep } from '#web/data/chains/chains.ts';
import type { RunStep } from '#web/data/chains/chain-run.ts';
import {
  referenceProblems,
  referenceTo,
  type ReferenceProblem,
} from '#web/lib/variables/step-references.ts';
import { findVariables } from '#web/lib/variables/variables.ts';
import { missingReasons } from '#web/features/chains/view/missing-reasons.ts';

/** What a person should know before a chain is run, a sentence each; empty when all is in order. */
export function startProblems({ steps }: ChainDetail): string[] {
  const missing = steps.flatMap(({ availability }, index) =>
    availability === 'available'
      ? []
      : [
          `Step ${index + 1} has nothing to send. ${missingReasons[availability]} You can paste an answer for it yourself.`,
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
        ? `Step ${step} has ${source}, which names no step. An answer is written like ${referenceTo(1)}.`
        : `Step ${step} has ${source}. The answer of step ${target} is written ${referenceTo(target)}.`;
    default:
      return kind satisfies never;
  }
}

/** The steps of a run that begins now: the words of each prompt as they are, filled with what was used last. */
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
