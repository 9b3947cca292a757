import { describe, expect, test } from 'vitest';
import {
  fieldVariables,
  type StepContent,
  referencedStep,
  referenceProblems,
  stepsUsing,
  stepText,
} from './step-references.ts';

const unbound = (...contents: readonly (string | null)[]): StepContent[] =>
  contents.map((content) => ({ content, bindings: {} }));

test.each([
  ['step1.output', 1],
  ['step12.output', 12],
  ['step0.output', null],
  ['step01.output', null],
  ['Step1.output', null],
  ['step1', null],
  ['topic', null],
])('referencedStep reads from %s %s', (name, step) => {
  expect(referencedStep(name)).toBe(step);
});

describe('referenceProblems', () => {
  test('accepts references to earlier steps', () => {
    expect(
      referenceProblems(
        unbound('{{topic}}', '{{step1.output}}', '{{step1.output}} {{step2.output:none}}'),
      ),
    ).toEqual([]);
  });

  test('reports references to a missing step, to itself and to a later one, each once', () => {
    expect(
      referenceProblems(
        unbound('{{step2.output}} {{step2.output}}', '{{step2.output}} {{step9.output}}'),
      ),
    ).toEqual([
      { kind: 'later', step: 1, source: '{{step2.output}}', target: 2 },
      { kind: 'itself', step: 2, source: '{{step2.output}}', target: 2 },
      { kind: 'beyond', step: 2, source: '{{step9.output}}', target: 9 },
    ]);
  });

  test.each([
    ['{{step1.ouput}}', 1],
    ['{{step1.outptu}}', 1],
    ['{{Step1.Output}}', 1],
    ['{{ step 1 output }}', 1],
    ['{{step_1.output}}', 1],
    ['{{steps1.output}}', 1],
    ['{{step1.answer}}', 1],
    ['{{step1}}', 1],
    ['{{step0.output}}', null],
    ['{{step7.ouput}}', null],
    ['{{step.output}}', null],
  ])('takes %s for a misspelt reference to step %s', (source, target) => {
    expect(referenceProblems(unbound('First', `Use ${source}`))).toEqual([
      { kind: 'misspelt', step: 2, source, target },
    ]);
  });

  test.each(['{{steps}}', '{{step}}', '{{output}}', '{{step 1 notes}}', '{{steep}}', '{{stop}}'])(
    'takes %s for an ordinary variable',
    (source) => {
      expect(referenceProblems(unbound('First', source))).toEqual([]);
    },
  );

  test('reports nothing for a step without content', () => {
    expect(referenceProblems(unbound(null, '{{step1.output}}'))).toEqual([]);
  });
});

describe('stepText and fieldVariables', () => {
  const content = 'Shorten {{step1.output}} to {{words:50}} for {{reader}}.';
  const step = { content, bindings: {} };

  test('replace a reference by its answer', () => {
    expect(fieldVariables(step, ['A tale']).map(({ name }) => name)).toEqual(['words', 'reader']);
    expect(stepText(step, { reader: 'Ann' }, ['A {{tale}}'])).toBe(
      'Shorten A {{tale}} to 50 for Ann.',
    );
  });

  test('treat a reference without an answer as a variable', () => {
    expect(fieldVariables(step, [' ']).map(({ name }) => name)).toContain('step1.output');
    expect(stepText(step, { 'step1.output': 'this', reader: 'Ann' }, [''])).toBe(
      'Shorten this to 50 for Ann.',
    );
  });

  test('stepsUsing returns the steps that use an answer', () => {
    expect(stepsUsing(1, unbound('{{step1.output}}', content, null, '{{step1.output}}'))).toEqual([
      2, 4,
    ]);
    expect(stepsUsing(2, unbound('a', 'b', content))).toEqual([]);
  });

  test('a bound variable takes the answer, also a reference to another step', () => {
    const bound = {
      content: '{{step1.output}} and {{topic}}',
      bindings: { 'step1.output': { step: 2 }, topic: { step: 1 }, unused: { step: 2 } },
    };
    expect(stepText(bound, {}, ['one', 'two'])).toBe('two and one');
    expect(stepText(bound, { topic: 'rain' }, ['one', 'two'])).toBe('two and rain');
    expect(fieldVariables(bound, ['one', 'two']).map(({ name }) => name)).toEqual([
      'step1.output',
      'topic',
    ]);
    const steps = [...unbound('a', 'b'), bound];
    expect([stepsUsing(1, steps), stepsUsing(2, steps)]).toEqual([[3], [3]]);
    const other = { ...bound, bindings: { topic: { text: '' }, unused: { step: 2 } } };
    expect(stepsUsing(2, [...unbound('a', 'b'), other])).toEqual([]);
  });
});
