import type { RunProgress, RunStep } from '#web/data/chains/chain-run.ts';
import { getOwn } from '#web/lib/values/get-own.ts';
import { givenValues, stepText } from '#web/lib/variables/step-references.ts';
import { isValidValue, findVariables } from '#templating/variables.ts';

/** The values and the answer that a user enters at a step. */
export interface StepText {
  readonly values: Readonly<Record<string, string>>;
  readonly answer: string;
}

/** Returns the subject of the draft of a finished step's answer. */
export function answerTarget(runId: string, number: number): string {
  return `run:${runId}:${number}:answer`;
}

/**
 * Returns the initial form of a step: as it was when the run was paused. Otherwise variables to
 * which the chain gives no value take it from earlier steps of this run, or else the value that was
 * used last.
 */
export function initialStepText(
  { steps, answers }: Pick<RunProgress, 'steps' | 'answers'>,
  index: number,
): StepText {
  const step = steps[index];
  if (step === undefined) return { values: {}, answer: '' };
  if (step.draft !== null) return { values: step.values, answer: step.draft };
  const candidates = [...steps.slice(0, index).toReversed(), step].map(({ values }) => values);
  const given = givenValues(step, answers);
  const values = findVariables(step.content ?? '').flatMap((variable) => {
    if (Object.hasOwn(given, variable.name)) return [];
    // The variable may have changed since: a choice removed, a text turned into a number.
    const value = candidates
      .map((each) => getOwn(each, variable.name))
      .find((each) => each !== '' && isValidValue(variable, each));
    return value === undefined ? [] : [[variable.name, value] as const];
  });
  return { values: Object.fromEntries(values), answer: '' };
}

/** Returns the run after its current step, which stores the prompt as it was sent. */
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

/** Returns the run paused in its current step. */
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

/**
 * Returns the run with another answer for a finished step. Prompts sent by later steps don't
 * change.
 */
export function withAnswer(progress: RunProgress, index: number, answer: string): RunProgress {
  const answers = progress.answers.map((each, at) => (at === index ? answer : each));
  return { ...progress, answers };
}

function doneStep(step: RunStep, values: StepText['values'], answers: readonly string[]): RunStep {
  const text = step.content === null ? null : stepText(step, values, answers);
  return { ...step, values, text, draft: null };
}
