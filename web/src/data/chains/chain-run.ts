import * as v from 'valibot';
import { runStepSchema } from '#web/lib/variables/run-step.ts';
import type { StepBindings } from '#web/lib/variables/step-bindings.ts';

/*
 * A run of a chain: a copy of its steps, and the answers so far. The running step is the first
 * without an answer. A run does not depend on its chain, which may be changed or deleted.
 */

export interface RunStep {
  readonly promptId: string | null;
  /** The version of the prompt; null when the prompt could not be read. */
  readonly version: number | null;
  readonly title: string;
  /** Null when the prompt could not be read when the run began: there is nothing to send. */
  readonly content: string | null;
  /** The values that the chain gives to variables, by the numbers of earlier steps. */
  readonly bindings: StepBindings<number>;
  /** The other values of its variables, and changed ones; before the step runs, those that the person used last. */
  readonly values: Readonly<Record<string, string>>;
  /** The text as it was sent, with all values; null until the step is done. */
  readonly text: string | null;
  /**
   * The answer so far when the run was stopped in this step, possibly empty; null when it was not
   * stopped here.
   */
  readonly draft: string | null;
}

export type RunState = 'running' | 'stopped' | 'finished';

/** The part of a run that changes while it is run. */
export interface RunProgress {
  readonly steps: readonly RunStep[];
  /** One for each finished step; empty for a skipped one. */
  readonly answers: readonly string[];
  readonly state: RunState;
}

/** Parses the steps of a row. Throws a ValiError for anything else. */
export function readSteps(steps: unknown): RunStep[] {
  return v.parse(v.array(runStepSchema), steps).map(({ prompt_id: promptId, ...step }) => ({
    ...step,
    promptId,
  }));
}

export function readAnswers(answers: unknown): string[] {
  return v.parse(v.array(v.string()), answers);
}

/** Narrows the state of a row; the database allows no others. */
export function readState(state: string): RunState {
  return state === 'stopped' || state === 'finished' ? state : 'running';
}

/** Returns steps in the form of the row. */
export function stepRows(steps: readonly RunStep[]) {
  return steps.map(({ promptId, values, bindings, ...step }) => ({
    ...step,
    bindings: { ...bindings },
    values: { ...values },
    prompt_id: promptId,
  }));
}
