import * as v from 'valibot';
import { runStepSchema } from '#web/lib/variables/run-step.ts';

/*
 * A run through a chain: its steps as they were when it began, and the answers so far. The step that is running is the
 * first without an answer. Nothing here knows the chain: a run stays whole when that is changed or deleted.
 */

export interface RunStep {
  readonly promptId: string | null;
  /** The version of the prompt that is run; null when there was none to read. */
  readonly version: number | null;
  readonly title: string;
  /** Null when the prompt was deleted or private when the run began: the step has nothing to send. */
  readonly content: string | null;
  /** What its variables are filled with; before it runs, what they were filled with last. */
  readonly values: Readonly<Record<string, string>>;
  /** The text as it was sent, with everything put in; null until the step is done. */
  readonly text: string | null;
  /** What was pasted when the run was stopped in this step, perhaps nothing; null when it was not. */
  readonly draft: string | null;
}

export type RunState = 'running' | 'stopped' | 'finished';

/** What of a run changes as it goes on. */
export interface RunProgress {
  readonly steps: readonly RunStep[];
  /** One for each step that is done; empty for a step that was passed without one. */
  readonly answers: readonly string[];
  readonly state: RunState;
}

/** Steps and answers as the row holds them; throws a ValiError for anything else. */
export function readSteps(steps: unknown): RunStep[] {
  return v.parse(v.array(runStepSchema), steps).map(({ prompt_id: promptId, ...step }) => ({
    ...step,
    promptId,
  }));
}

export function readAnswers(answers: unknown): string[] {
  return v.parse(v.array(v.string()), answers);
}

/** A row's state; the database knows no other than these. */
export function readState(state: string): RunState {
  return state === 'stopped' || state === 'finished' ? state : 'running';
}

/** Steps as the row holds them. */
export function stepRows(steps: readonly RunStep[]) {
  return steps.map(({ promptId, values, ...step }) => ({
    ...step,
    values: { ...values },
    prompt_id: promptId,
  }));
}
