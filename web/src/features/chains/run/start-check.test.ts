import { describe, expect, it } from 'vitest';
import type { ChainDetail, ChainStep } from '#web/data/chains/chains.ts';
import { buildChain, buildPromptStep } from '#web/data/chains/testing/build-chain.ts';
import { buildPromptDetail } from '#web/data/prompts/testing/build-prompt.ts';
import { startProblems, stepsOfRun } from './start-check.ts';

function buildStep(content: string, overrides: Partial<ChainStep> = {}): ChainStep {
  const prompt = buildPromptDetail('A prompt', { id: 'p', content, version: 4 });
  return { ...buildPromptStep('p'), id: content, prompt, text: content, ...overrides };
}

function chainOf(...steps: readonly ChainStep[]): ChainDetail {
  return buildChain('Chain', { steps });
}

const gone = buildStep('', { promptId: null, prompt: null, text: null, availability: 'gone' });

describe('startProblems', () => {
  it('returns nothing for a chain whose references resolve', () => {
    expect(startProblems(chainOf(buildStep('{{topic}}'), buildStep('{{step1.output}}')))).toEqual(
      [],
    );
  });

  it('knows bindings, and does not count one of a step that comes later', () => {
    const bound = (id: string) =>
      buildStep('{{step9.output}}', { bindings: { 'step9.output': { step: id } } });
    const first = buildStep('First');
    expect(startProblems(chainOf(first, bound(first.id)))).toEqual([]);
    expect(startProblems(chainOf(bound(first.id), first))).toEqual([
      'Step 1 asks for {{step9.output}}, but the chain ends with step 2.',
    ]);
  });

  it('names steps without a prompt and references that no step answers', () => {
    expect(startProblems(chainOf(gone, buildStep('{{step3.output}} {{step.output}}')))).toEqual([
      'Step 1 has nothing to send. Its prompt was permanently deleted. You can paste an answer yourself.',
      'Step 2 asks for {{step3.output}}, but the chain ends with step 2.',
      "Step 2 has {{step.output}}, which doesn't name a step. Write {{step1.output}} for the answer from step 1.",
    ]);
  });
});

describe('stepsOfRun', () => {
  it('copies content and version of each prompt, and the values that were used last', () => {
    const step = buildStep('About {{topic}}', { lastValues: { topic: 'rain', other: 'x' } });
    expect(stepsOfRun(chainOf(step))).toEqual([
      {
        promptId: 'p',
        version: 4,
        title: 'A prompt',
        content: 'About {{topic}}',
        bindings: {},
        values: { topic: 'rain' },
        text: null,
        draft: null,
      },
    ]);
  });

  it('copies prompts of the chain, and bindings with the numbers of steps', () => {
    const first = buildStep('First');
    const own = buildStep('On {{topic}} in {{tone}}', {
      promptId: null,
      prompt: null,
      own: { title: 'Own', content: 'On {{topic}} in {{tone}}' },
      bindings: { topic: { step: first.id }, tone: { text: 'prose' } },
    });
    expect(stepsOfRun(chainOf(first, own))[1]).toMatchObject({
      promptId: null,
      version: null,
      title: 'Own',
      content: 'On {{topic}} in {{tone}}',
      bindings: { topic: { step: 1 }, tone: { text: 'prose' } },
    });
  });

  it('copies only the title of a deleted prompt', () => {
    const deleted = buildStep('Secret', { availability: 'deleted', text: null });
    expect(stepsOfRun(chainOf(deleted, gone))).toMatchObject([
      { title: 'A prompt', version: null, content: null },
      { title: '', promptId: null, content: null },
    ]);
  });
});
