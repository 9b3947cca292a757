import { describe, expect, test } from 'vitest';
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

describe('going through a run', () => {
  const second = afterStep(run, { values: { topic: 'snow' }, answer: 'It is white.' });
  const finished = afterStep(second, {
    values: { reader: 'Ann', topic: 'snow' },
    answer: 'Done.',
  });

  test('each step keeps its text as it was sent, and the last one finishes the run', () => {
    expect([run.state, second.state, finished.state]).toEqual(['running', 'running', 'finished']);
    expect(finished.answers).toEqual(['It is white.', 'Done.']);
    expect(finished.steps.map(({ text }) => text)).toEqual([
      'About snow',
      'It is white. for Ann on snow',
    ]);
  });

  test('another answer later leaves what was sent as it was', () => {
    const changed = withAnswer(finished, 0, 'It is cold.');
    expect(changed.answers).toEqual(['It is cold.', 'Done.']);
    expect(changed.steps[1]?.text).toBe('It is white. for Ann on snow');
  });

  test('a step without a prompt has an answer and no text', () => {
    const passed = afterStep(buildRun(buildStep(null)), { values: {}, answer: 'By hand' });
    expect(passed.steps[0]?.text).toBeNull();
    expect(passed.answers).toEqual(['By hand']);
  });
});

describe('the form of a step starts with', () => {
  test('what was filled in last', () => {
    expect(initialStepText(run, 0)).toEqual({ values: { topic: 'rain' }, answer: '' });
  });

  test('before that, what was filled in earlier in the same run', () => {
    const second = afterStep(run, { values: { topic: 'snow', other: 'x' }, answer: 'A' });
    expect(initialStepText(second, 1).values).toEqual({ topic: 'snow' });
    const emptied = afterStep(run, { values: { topic: '' }, answer: 'A' });
    expect(initialStepText(emptied, 1).values).toEqual({ topic: 'sun' });
  });

  test('before all, what was there when the run was stopped', () => {
    const second = afterStep(run, { values: { topic: 'snow' }, answer: 'A' });
    const stopped = stoppedIn(second, { values: { topic: 'hail' }, answer: 'Half an ans' });
    expect(stopped.state).toBe('stopped');
    expect(initialStepText(stopped, 1)).toEqual({
      values: { topic: 'hail' },
      answer: 'Half an ans',
    });
  });
});
