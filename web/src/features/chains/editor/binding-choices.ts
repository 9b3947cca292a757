import type { StepChoice } from '#web/data/chains/chain-values.ts';
import { titleOf } from '#web/features/chains/view/step-note.tsx';
import { referencedStep } from '#web/lib/variables/step-references.ts';
import { isValidValue, type Variable } from '#templating/variables.ts';

type Bindings = StepChoice['bindings'];

/** A variable of a step, as the form shows it. */
export interface VariableChoice {
  readonly name: string;
  /** The selected option: 'ask', 'text', or 'step:' and the id of a step. */
  readonly selected: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The fixed text; null for another choice. */
  readonly text: string | null;
  /** A note about the choice; null for none. */
  readonly note: string | null;
}

/**
 * Returns the choices for the variables of a step's text (null while it is unknown) that a run asks
 * for, and for those with a binding. A reference to an earlier step needs none.
 */
export function variableChoices(
  steps: readonly Pick<StepChoice, 'key' | 'title' | 'bindings'>[],
  index: number,
  variables: readonly Variable[] | null,
): VariableChoice[] {
  const bindings = steps[index]?.bindings ?? {};
  const used = (variables ?? []).filter(({ name }) => {
    const target = referencedStep(name);
    return Object.hasOwn(bindings, name) || target === null || target > index;
  });
  const unused = Object.keys(bindings).filter(
    (name) => !variables?.some((each) => each.name === name),
  );
  const answers = steps.slice(0, index).map(({ key, title }, at) => ({
    value: `step:${key}`,
    label: `Answer of step ${at + 1}: ${titleOf(title)}`,
  }));
  const choice = (name: string, variable: Variable | null): VariableChoice => {
    const binding = Object.hasOwn(bindings, name) ? bindings[name] : undefined;
    const isLost = binding !== undefined && 'step' in binding && !hasAnswer(binding.step);
    const lost = isLost ? [{ value: `step:${binding.step}`, label: lostLabel(binding.step) }] : [];
    return {
      name,
      selected: binding === undefined ? 'ask' : 'text' in binding ? 'text' : `step:${binding.step}`,
      options: [
        { value: 'ask', label: 'Ask each time' },
        ...answers,
        ...lost,
        { value: 'text', label: 'Fixed text' },
      ],
      text: binding !== undefined && 'text' in binding ? binding.text : null,
      note: isLost ? lostNote(binding.step) : variable ? fitNote(variable, binding) : unusedNote,
    };
  };
  const hasAnswer = (key: string) => answers.some(({ value }) => value === `step:${key}`);
  const numberOf = (key: string) => steps.findIndex((step) => step.key === key) + 1;
  const lostLabel = (key: string) =>
    numberOf(key) === 0 ? 'Answer of a removed step' : `Answer of step ${numberOf(key)}`;
  const lostNote = (key: string) =>
    numberOf(key) === 0
      ? "That step was removed, so you'll be asked each time."
      : `Step ${numberOf(key)} doesn't come before this one, so you'll be asked each time.`;
  return [
    ...used.map((variable) => choice(variable.name, variable)),
    ...(variables === null ? [] : unused.map((name) => choice(name, null))),
  ];
}

const unusedNote = "Not used: the prompt doesn't have this variable.";

function fitNote(variable: Variable, binding: Bindings[string] | undefined): string | null {
  if (binding === undefined || !('text' in binding)) return null;
  if (isValidValue(variable, binding.text)) return null;
  return variable.kind === 'number'
    ? "This isn't a number, so you'll be asked each time."
    : `It must be one of ${variable.choices.join(', ')}. Otherwise you'll be asked each time.`;
}

/** Returns bindings after another option was selected for a variable. */
export function withOption(bindings: Bindings, name: string, option: string): Bindings {
  if (option === 'text') return { ...bindings, [name]: { text: '' } };
  if (option !== 'ask') return { ...bindings, [name]: { step: option.slice('step:'.length) } };
  return Object.fromEntries(Object.entries(bindings).filter(([each]) => each !== name));
}
