import type { RunProgress, RunStep } from '#web/data/chains/chain-run.ts';
import { getOwn } from '#web/lib/values/get-own.ts';
import { stepText } from '#web/lib/variables/step-references.ts';
import { isValidValue, findVariables } from '#web/lib/variables/variables.ts';

/** What a person fills in and pastes at a step. */
export interface StepText {
  readonly values: Readonly<Record<string, string>>;
  readonly answer: string;
}

/**
 * What a step's form starts with: what was there when the run was stopped; else what its variables were filled with in
 * earlier steps of this run, else what they were filled with last.
 */
export function initialStepText({ steps }: Pick<RunProgress, 'steps'>, index: number): StepText {
  const step = steps[index];
  if (step === undefined) return { values: {}, answer: '' };
  if (step.draft !== null) return { values: step.values, answer: step.draft };
  const known = [...steps.slice(0, index).toReversed(), step].map(({ values }) => values);
  const values = findVariables(step.content ?? '').flatMap((variable) => {
    // A choice may be gone since, or a text have become a number.
    const value = known
      .map((each) => getOwn(each, variable.name))
      .find((each) => each !== '' && isValidValue(variable, each));
    return value === undefined ? [] : [[variable.name, value] as const];
  });
  return { values: Object.fromEntries(values), answer: '' };
}

/** The run after its running step is done: the step keeps the text as it was sent. */
export function afterStep(
  { steps, answers }: RunProgress,
  { values, answer }: StepText,
): RunProgress {
  const done = answers.length;
  return {
    steps: steps.map((step, index) => (index === done ? doneStep(step, values, answers) : step)),
    answers: [...answers, answer],
    state: done + 1 === steps.length ? 'finished' : 'running',
  };
}

/** The run as it is left in the middle of a step. */
export function stoppedIn(
  { steps, answers }: RunProgress,
  { values, answer }: StepText,
): RunProgress {
  return {
    steps: steps.map((step, index) =>
      index === answers.length ? { ...step, values, draft: answer } : step,
    ),
    answers,
    state: 'stopped',
  };
}

/** The run with another answer of a step that is done. What later steps were sent stays as it was. */
export function withAnswer(progress: RunProgress, index: number, answer: string): RunProgress {
  const answers = progress.answers.map((each, at) => (at === index ? answer : each));
  return { ...progress, answers };
}

function doneStep(step: RunStep, values: StepText['values'], answers: readonly string[]): RunStep {
  const text = step.content === null ? null : stepText(step.content, values, answers);
  return { ...step, values, text, draft: null };
}
