import * as v from 'valibot';
import { recordOf } from '#web/lib/values/record-of.ts';

/**
 * The values that a chain gives to variables of a step, by their names: the answer of an earlier
 * step, or a fixed text. Chains name steps by id; runs and files by number, from 1.
 */
export type StepBindings<Step> = Readonly<
  Record<string, { readonly step: Step } | { readonly text: string }>
>;

const textSchema = v.strictObject({ text: v.string() });

export const idBindingsSchema = recordOf(
  v.union([v.strictObject({ step: v.string() }), textSchema]),
);

export const numberBindingsSchema = recordOf(
  v.union([v.strictObject({ step: v.pipe(v.number(), v.integer(), v.minValue(1)) }), textSchema]),
);

/** Returns bindings with other names of steps. Leaves out those of steps without one (null). */
function mapBindings<From, To>(
  bindings: StepBindings<From>,
  nameOf: (step: From) => To | null,
): StepBindings<To> {
  return Object.fromEntries(
    Object.entries(bindings).flatMap(([name, binding]): [string, StepBindings<To>[string]][] => {
      if ('text' in binding) return [[name, binding]];
      const step = nameOf(binding.step);
      return step === null ? [] : [[name, { step }]];
    }),
  );
}

interface BoundStep {
  readonly id: string;
  readonly bindings: StepBindings<string>;
}

/**
 * Returns the bindings of each step of a chain, with numbers of steps. Leaves out answers of steps
 * that don't come before.
 */
export function numberBindings(steps: readonly BoundStep[]): StepBindings<number>[] {
  const numbers = new Map<string, number>();
  return steps.map(({ id, bindings }, index) => {
    const numbered = mapBindings(bindings, (step) => numbers.get(step) ?? null);
    numbers.set(id, index + 1);
    return numbered;
  });
}

/** Returns the bindings of each step with new ids for all steps; leaves out what `numberBindings` does. */
export function renameBindings(
  steps: readonly BoundStep[],
  ids: readonly string[],
): StepBindings<string>[] {
  return numberBindings(steps).map((bindings) =>
    mapBindings(bindings, (number) => ids[number - 1] ?? null),
  );
}

/** Returns the numbers of the steps whose answers are used. */
export function boundSteps(bindings: StepBindings<number>): number[] {
  return Object.values(bindings).flatMap((binding) => ('step' in binding ? [binding.step] : []));
}

/** Returns the values that the answers so far and fixed texts give. An empty answer gives none. */
export function boundValues(
  bindings: StepBindings<number>,
  answers: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(bindings).flatMap(([name, binding]) => {
      if ('text' in binding) return binding.text === '' ? [] : [[name, binding.text]];
      const answer = answers[binding.step - 1] ?? '';
      return answer.trim() === '' ? [] : [[name, answer]];
    }),
  );
}

/** Returns whether two sets of bindings are the same, in any order. */
export function sameBindings<Step>(one: StepBindings<Step>, other: StepBindings<Step>): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) && JSON.stringify(one[name]) === JSON.stringify(other[name]),
    )
  );
}
