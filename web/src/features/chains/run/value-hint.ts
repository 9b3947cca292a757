import type { StepBindings } from '#web/lib/variables/step-bindings.ts';

/** Says where the value of a variable comes from; null if the chain gives it none. */
export function valueHint(
  bindings: StepBindings<number>,
  given: Readonly<Record<string, string>>,
  name: string,
  isChanged: boolean,
): string | null {
  const binding = Object.hasOwn(bindings, name) ? bindings[name] : undefined;
  if (binding === undefined) return null;
  const source = 'step' in binding ? `the answer of step ${binding.step}` : 'the chain';
  if (!Object.hasOwn(given, name)) {
    return 'step' in binding
      ? `Step ${binding.step} has no answer that fits here. Enter a value.`
      : 'The text of the chain does not fit here. Enter a value.';
  }
  return isChanged ? `Changed. It was taken from ${source}.` : `Taken from ${source}.`;
}
