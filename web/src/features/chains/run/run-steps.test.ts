import { describe, expect, it } from 'vitest';
import type { RunProgress, RunStep } from '#web/data/chains/chain-run.ts';
import { afterStep, initialStepText, stoppedIn, withAnswer } from './run-steps.ts';

function buildStep(content: string | null, overrides: Partial<RunStep> = {}): RunStep {
  return {
    promptId: 'p',
    version: 1,
    title: 'A step',
    content,
    bindings: {},
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

  it('sends bound answers and fixed texts to the byte, or what was entered instead', () => {
    const answer = ' $& {{tone}} $1\r\n{{step1.output}} ';
    const bound = buildStep('<{{topic}}|{{tone:warm}}>', {
      bindings: { topic: { step: 1 }, tone: { text: '$` {{topic}}' } },
    });
    const chain = afterStep(buildRun(buildStep('First'), bound), { values: {}, answer });
    const sent = (values: Record<string, string>) =>
      afterStep(chain, { values, answer: '' }).steps[1]?.text;
    expect(sent({})).toBe(['<', answer, '|$` {{topic}}>'].join(''));
    expect(sent({ topic: 'rain', tone: '' })).toBe('<rain|warm>');
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

  it('leaves out what the chain gives, and asks if an answer is missing or does not fit', () => {
    const bound = buildStep('{{topic}} {{words|number}} {{tone}}', {
      bindings: { topic: { step: 1 }, words: { step: 1 }, tone: { text: 'dry' } },
      values: { topic: 'sun', words: '3', tone: 'warm' },
    });
    const chain = buildRun(buildStep('First'), bound);
    const after = (answer: string) => afterStep(chain, { values: {}, answer });
    expect(initialStepText(after('A tale'), 1).values).toEqual({ words: '3' });
    expect(initialStepText(after('42'), 1).values).toEqual({});
    expect(initialStepText(after(''), 1).values).toEqual({ topic: 'sun', words: '3' });
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
