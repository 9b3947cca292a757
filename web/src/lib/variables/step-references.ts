import { distance } from 'fastest-levenshtein';
import { boundSteps, boundValues, type StepBindings } from './step-bindings.ts';
import {
  fillVariables,
  findVariables,
  isValidValue,
  parseVariables,
  type Variable,
} from '#templating/variables.ts';

/*
 * In a chain, the variable `{{step1.output}}` has the answer of step 1 as its value. Steps are
 * numbered from 1.
 */

/** The text of a step, and the values that the chain gives to its variables. */
export interface StepContent {
  /** Null when there is none to send. */
  readonly content: string | null;
  readonly bindings: StepBindings<number>;
}

/** A reference that cannot be resolved when the chain is run. */
export interface ReferenceProblem {
  readonly kind: 'beyond' | 'itself' | 'later' | 'misspelt';
  /** The number of the step that contains it. */
  readonly step: number;
  /** The text of the reference, with its braces. */
  readonly source: string;
  /**
   * The number of the step that it refers to; null when a misspelt one names no step of the chain.
   */
  readonly target: number | null;
}

const exact = /^step([1-9]\d*)\.output$/;

/** Returns the step that a variable's name refers to; null for an ordinary variable. */
export function referencedStep(name: string): number | null {
  const number = exact.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}

export function referenceTo(step: number): string {
  return `{{step${step}.output}}`;
}

/**
 * Returns the references that no earlier step and no binding can resolve, in order. A step without
 * content has none.
 */
export function referenceProblems(steps: readonly StepContent[]): ReferenceProblem[] {
  return steps.flatMap(({ content, bindings }, index) => {
    const found = new Map<string, ReferenceProblem>();
    for (const part of parseVariables(content ?? '')) {
      if (part.kind !== 'variable' || Object.hasOwn(bindings, part.variable.name)) continue;
      const problem = problemOf(part.variable.name, index + 1, steps.length);
      if (problem) found.set(part.source, { ...problem, step: index + 1, source: part.source });
    }
    return [...found.values()];
  });
}

function problemOf(name: string, step: number, count: number) {
  const target = referencedStep(name);
  if (target === null) {
    const guess = guessStep(name);
    if (guess === undefined) return null;
    return { kind: 'misspelt', target: guess !== null && guess <= count ? guess : null } as const;
  }
  if (target > count) return { kind: 'beyond', target } as const;
  if (target === step) return { kind: 'itself', target } as const;
  if (target > step) return { kind: 'later', target } as const;
  return null;
}

/** Other ways to write a reference, besides typos of one or two letters. */
const otherForms = /^steps?(\d+)(answer|result|response|reply)?$/;

/**
 * Returns the step that a misspelt reference probably means; null if it has no number, undefined if
 * it is none.
 */
function guessStep(name: string): number | null | undefined {
  const bare = name.toLowerCase().replaceAll(/[\s._-]/g, '');
  const number = /\d+/.exec(bare)?.[0] ?? '';
  const isReference = otherForms.test(bare) || distance(bare, `step${number}output`) <= 2;
  if (!isReference) return undefined;
  return Number(number) > 0 ? Number(number) : null;
}

/**
 * Returns the values of references by name, from the answers so far. An empty answer counts as
 * none.
 */
function answersByName(answers: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    answers.flatMap((answer, index) =>
      answer.trim() === '' ? [] : [[`step${index + 1}.output`, answer]],
    ),
  );
}

/** Returns the variables of a step that have a field: all but the references with an answer. */
export function fieldVariables(
  { content, bindings }: StepContent,
  answers: readonly string[],
): Variable[] {
  const resolved = answersByName(answers);
  return findVariables(content ?? '').filter(
    ({ name }) => Object.hasOwn(bindings, name) || !Object.hasOwn(resolved, name),
  );
}

/** Returns the values that the chain gives to variables of a step; only those that their kind allows. */
export function givenValues(
  { content, bindings }: StepContent,
  answers: readonly string[],
): Record<string, string> {
  const values = boundValues(bindings, answers);
  return Object.fromEntries(
    findVariables(content ?? '').flatMap((variable) => {
      const value = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined;
      return value !== undefined && isValidValue(variable, value) ? [[variable.name, value]] : [];
    }),
  );
}

/**
 * Returns all values of a step: entered ones, which also replace those that the chain gives, and
 * answers that references name.
 */
export function stepValues(
  step: StepContent,
  entered: Readonly<Record<string, string>>,
  answers: readonly string[],
): Record<string, string> {
  const references = Object.entries(answersByName(answers)).filter(
    ([name]) => !Object.hasOwn(step.bindings, name),
  );
  return { ...givenValues(step, answers), ...entered, ...Object.fromEntries(references) };
}

/** Returns a step's text as it is sent: with values and earlier answers. */
export function stepText(
  step: StepContent,
  entered: Readonly<Record<string, string>>,
  answers: readonly string[],
): string {
  return fillVariables(step.content ?? '', stepValues(step, entered, answers));
}

/** Returns the numbers of the steps that use the answer of a step. */
export function stepsUsing(number: number, steps: readonly StepContent[]): number[] {
  return steps.flatMap(({ content, bindings }, index) => {
    const names = findVariables(content ?? '').map(({ name }) => name);
    const used = Object.entries(bindings).filter(([name]) => names.includes(name));
    const uses =
      index + 1 > number &&
      (boundSteps(Object.fromEntries(used)).includes(number) ||
        names.some((name) => !Object.hasOwn(bindings, name) && referencedStep(name) === number));
    return uses ? [index + 1] : [];
  });
}
