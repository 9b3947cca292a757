import { titleOfStep } from '#web/data/chains/values-of-chain.ts';
import type { ChainDetail, ChainStep } from '#web/data/chains/chains.ts';
import type { RunStep } from '#web/data/chains/chain-run.ts';
import {
  referenceProblems,
  referenceTo,
  type ReferenceProblem,
  type StepContent,
} from '#web/lib/variables/step-references.ts';
import { numberBindings } from '#web/lib/variables/step-bindings.ts';
import { findVariables } from '#templating/variables.ts';
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
  const references = referenceProblems(contentsOf(steps));
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
  const contents = contentsOf(steps);
  return steps.map((step, index) => {
    const { content, bindings } = contents[index] ?? { content: null, bindings: {} };
    const names = new Set(findVariables(content ?? '').map(({ name }) => name));
    return {
      promptId: step.promptId,
      version: content === null ? null : (step.prompt?.version ?? null),
      title: titleOfStep(step),
      content,
      bindings,
      values: Object.fromEntries(
        Object.entries(step.lastValues).filter(([name]) => names.has(name)),
      ),
      text: null,
      draft: null,
    };
  });
}

function contentsOf(steps: readonly ChainStep[]): StepContent[] {
  const bindings = numberBindings(steps);
  return steps.map(({ text }, index) => ({ content: text, bindings: bindings[index] ?? {} }));
}
