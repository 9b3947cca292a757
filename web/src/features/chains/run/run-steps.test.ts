import { describe, expect, it } from 'vitest';
import type { RunProgress, RunStep } from '#web/data/chains/chain-run.ts';
import { afterStep, initialStepText, stoppedIn, withAnswer } from './run-steps.ts';

function buildStep(content: string | null, overrides: Partial<RunStep> = {}): RunStep {
  return {
    promptId: 'p',
    version: 1,
    title: 'A step',
    content,
    values: {},
    text: null,
    draft: null,
    ...overrides,
  };
}

function buildRun(...steps: readonly RunStep[]): RunProgress {
  return { steps, answers: [], state: 'running' };
}

const run = buildRun(
  buildStep('About {{topic}}', { values: { topic: 'rain' } }),
  buildStep('{{step1.output}} for {{reader}} on {{topic}}', { values: { topic: 'sun' } }),
);

describe('afterStep', () => {
  const second = afterStep(run, { values: { topic: 'snow' }, answer: 'It is white.' });
  const finished = afterStep(second, {
    values: { reader: 'Ann', topic: 'snow' },
    answer: 'Done.',
  });

  it('stores each prompt as it was sent and finishes the run with the last step', () => {
    expect([run.state, second.state, finished.state]).toEqual(['running', 'running', 'finished']);
    expect(finished.answers).toEqual(['It is white.', 'Done.']);
    expect(finished.steps.map(({ text }) => text)).toEqual([
      'About snow',
      'It is white. for Ann on snow',
    ]);
  });

  it('stores an answer and no text for a step without a prompt', () => {
    const passed = afterStep(buildRun(buildStep(null)), { values: {}, answer: 'By hand' });
    expect(passed.steps[0]?.text).toBeNull();
    expect(passed.answers).toEqual(['By hand']);
  });

  it('leaves sent prompts unchanged when withAnswer() edits an answer', () => {
    const changed = withAnswer(finished, 0, 'It is cold.');
    expect(changed.answers).toEqual(['It is cold.', 'Done.']);
    expect(changed.steps[1]?.text).toBe('It is white. for Ann on snow');
  });
});

describe('initialStepText', () => {
  it('starts with the values that were used last', () => {
    expect(initialStepText(run, 0)).toEqual({ values: { topic: 'rain' }, answer: '' });
  });

  it('prefers values from earlier steps of the same run', () => {
    const second = afterStep(run, { values: { topic: 'snow', other: 'x' }, answer: 'A' });
    expect(initialStepText(second, 1).values).toEqual({ topic: 'snow' });
    const emptied = afterStep(run, { values: { topic: '' }, answer: 'A' });
    expect(initialStepText(emptied, 1).values).toEqual({ topic: 'sun' });
  });

  it('prefers the form as it was when the run was paused', () => {
    const second = afterStep(run, { values: { topic: 'snow' }, answer: 'A' });
    const stopped = stoppedIn(second, { values: { topic: 'hail' }, answer: 'Half an ans' });
    expect(stopped.state).toBe('stopped');
    expect(initialStepText(stopped, 1)).toEqual({
      values: { topic: 'hail' },
      answer: 'Half an ans',
    });
  });
});
