import { distance } from 'fastest-levenshtein';
import { fillVariables, parseVariables, findVariables, type Variable } from './variables.ts';

/*
 * In a chain, `{{step1.output}}` stands for the answer that step 1 was given. It is a variable like any other, whose
 * name says where its value comes from. Steps are numbered from 1.
 */

/** A reference that cannot be resolved when the chain is run. */
export interface ReferenceProblem {
  readonly kind: 'beyond' | 'itself' | 'later' | 'misspelt';
  /** The number of the step that holds it. */
  readonly step: number;
  /** As it is written there, with its braces. */
  readonly source: string;
  /** The number of the step that is meant; null when a misspelt one names none of the chain's. */
  readonly target: number | null;
}

const exact = /^step([1-9]\d*)\.output$/;

/** The step whose answer a variable of this name stands for; null: it is an ordinary variable. */
export function referencedStep(name: string): number | null {
  const number = exact.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}

/** What a reference to a step is written as. */
export function referenceTo(step: number): string {
  return `{{step${step}.output}}`;
}

/** Each reference that no earlier step can answer, in order. A step without content (null) holds none. */
export function referenceProblems(contents: readonly (string | null)[]): ReferenceProblem[] {
  return contents.flatMap((content, index) => {
    const found = new Map<string, ReferenceProblem>();
    for (const part of parseVariables(content ?? '')) {
      if (part.kind !== 'variable') continue;
      const problem = problemOf(part.variable.name, index + 1, contents.length);
      if (problem) found.set(part.source, { ...problem, step: index + 1, source: part.source });
    }
    return [...found.values()];
  });
}

function problemOf(name: string, step: number, count: number) {
  const target = referencedStep(name);
  if (target === null) {
    const meant = meantStep(name);
    if (meant === undefined) return null;
    return { kind: 'misspelt', target: meant !== null && meant <= count ? meant : null } as const;
  }
  if (target > count) return { kind: 'beyond', target } as const;
  if (target === step) return { kind: 'itself', target } as const;
  if (target > step) return { kind: 'later', target } as const;
  return null;
}

/** What people write who mean an answer, beside slips of one or two letters. */
const otherWords = /^steps?(\d+)(answer|result|response|reply)?$/;

/** The step that a misspelt reference seems to mean, null when it says none; undefined: it means something else. */
function meantStep(name: string): number | null | undefined {
  const bare = name.toLowerCase().replaceAll(/[\s._-]/g, '');
  const number = /\d+/.exec(bare)?.[0] ?? '';
  const meant = otherWords.test(bare) || distance(bare, `step${number}output`) <= 2;
  if (!meant) return undefined;
  return Number(number) > 0 ? Number(number) : null;
}

/** The values that references take, by name, from the answers so far. An empty answer is none. */
export function answersByName(answers: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    answers.flatMap((answer, index) =>
      answer.trim() === '' ? [] : [[`step${index + 1}.output`, answer]],
    ),
  );
}

/** What a step still asks for: all its variables but those that an answer stands in for. */
export function unresolvedVariables(content: string, answers: readonly string[]): Variable[] {
  const known = answersByName(answers);
  return findVariables(content).filter(({ name }) => !Object.hasOwn(known, name));
}

/** A step's text with values and earlier answers put in, as it is sent. */
export function stepText(
  content: string,
  values: Readonly<Record<string, string>>,
  answers: readonly string[],
): string {
  return fillVariables(content, { ...values, ...answersByName(answers) });
}

/** The numbers of the steps that use the answer of a step. */
export function stepsUsing(step: number, contents: readonly (string | null)[]): number[] {
  return contents.flatMap((content, index) => {
    const uses =
      index + 1 > step &&
      findVariables(content ?? '').some(({ name }) => referencedStep(name) === step);
    return uses ? [index + 1] : [];
  });
}
