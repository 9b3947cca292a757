import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import { chainMessages } from '#contract/chain-messages.ts';
import { checkValues, emptyValues } from '#web/data/prompts/prompt-values.ts';
import { codePointLength } from '#web/lib/text/code-point-length.ts';
import { tooLongMessage } from '#web/lib/text/too-long-message.ts';
import {
  idBindingsSchema,
  numberBindings,
  sameBindings,
  type StepBindings,
} from '#web/lib/variables/step-bindings.ts';

/**
 * Whether the prompt of a step can be used. `deleted`: in the person's own bin. `hidden`: kept
 * private or deleted by its owner. `gone`: deleted for good.
 */
const availabilitySchema = v.picklist(['available', 'deleted', 'hidden', 'gone']);

export type Availability = v.InferOutput<typeof availabilitySchema>;

/** A step in the form: its prompt, and what the form shows of it. */
const stepChoiceSchema = v.object({
  /** The id of the step: a prompt can be in a chain more than once. */
  key: v.string(),
  /** Null where the prompt was deleted for good, or is written in the chain. */
  promptId: v.nullable(v.string()),
  title: v.string(),
  /** The text of a prompt written in the chain; null for one of the library. */
  content: v.nullable(v.string()),
  /** Also those of steps that come later or are removed, until the chain is saved. */
  bindings: idBindingsSchema,
  preview: v.string(),
  icon: v.nullable(v.string()),
  /** Of the prompt; its colour. */
  groupId: v.nullable(v.string()),
  /** Whether the prompt is public, and its team: they decide who can read the step. */
  isPublic: v.boolean(),
  teamId: v.nullable(v.string()),
  availability: availabilitySchema,
});

export type StepChoice = Readonly<v.InferOutput<typeof stepChoiceSchema>>;

/** Returns the titles of prompts that the user reads, but not every member of the team. */
export function titlesUnreadBy(teamId: string, steps: readonly StepChoice[]): string[] {
  const unread = steps.filter(
    (step) =>
      step.promptId !== null &&
      step.availability === 'available' &&
      !step.isPublic &&
      step.teamId !== teamId,
  );
  return [...new Set(unread.map(({ title }) => title))];
}

/** The values of the chain form. */
export interface ChainValues {
  readonly title: string;
  readonly description: string;
  readonly steps: readonly StepChoice[];
}

/** The content of a draft of the form. */
export const chainDraftSchema = v.object({
  title: v.string(),
  description: v.string(),
  steps: v.array(stepChoiceSchema),
  /** `updated_at` of the chain as it was loaded; null for a new one. */
  base: v.nullable(v.string()),
});

export type ChainDraft = v.InferOutput<typeof chainDraftSchema>;

export const emptyChain: ChainValues = { title: '', description: '', steps: [] };

export function sameChain(one: ChainValues, other: ChainValues): boolean {
  return (
    one.title === other.title &&
    one.description === other.description &&
    sameSteps(one.steps, other.steps)
  );
}

/** Compares steps as they are saved; their ids may differ. */
function sameSteps(one: readonly StepChoice[], other: readonly StepChoice[]): boolean {
  if (one.length !== other.length) return false;
  const bindings = bindingsToSave(other);
  return (
    one.every(({ promptId, title, content }, index) => {
      const step = other[index];
      return (
        step?.promptId === promptId &&
        step.content === content &&
        (content === null || step.title === title)
      );
    }) && bindingsToSave(one).every((each, index) => sameBindings(each, bindings[index] ?? {}))
  );
}

/** Returns the bindings of each step with numbers of steps; only those that can be saved. */
export function bindingsToSave(
  steps: readonly Pick<StepChoice, 'key' | 'bindings'>[],
): StepBindings<number>[] {
  return numberBindings(steps.map(({ key: id, bindings }) => ({ id, bindings })));
}

/** The errors of the form, by field, as shown in the toast; empty when it can be saved. */
export type ChainErrors = Partial<Record<keyof ChainValues, string>>;

export function checkChain({ title, description, steps }: ChainValues): ChainErrors {
  const errors: ChainErrors = {};
  if (title.trim() === '') errors.title = chainMessages.titleRequired;
  else if (codePointLength(title) > limits.titleLength) {
    errors.title = tooLongMessage('The title', limits.titleLength);
  }
  if (codePointLength(description) > limits.descriptionLength) {
    errors.description = tooLongMessage('The description', limits.descriptionLength);
  }
  if (steps.length === 0) errors.steps = chainMessages.promptRequired;
  else {
    const faults = steps.flatMap((step, index) =>
      Object.values(checkStep(step)).map((fault) => `Step ${index + 1}: ${fault}`),
    );
    if (faults[0] !== undefined) errors.steps = faults[0];
  }
  return errors;
}

/** The errors of a step, by field. */
export type StepErrors = Partial<Record<'title' | 'content' | 'bindings', string>>;

export function checkStep({ title, content, bindings }: StepChoice): StepErrors {
  const errors: StepErrors = {};
  if (content !== null) {
    const { title: ofTitle, content: ofContent } = checkValues({ ...emptyValues, title, content });
    if (ofTitle !== undefined) errors.title = ofTitle;
    if (ofContent !== undefined) errors.content = ofContent;
  }
  const texts = Object.entries(bindings).flatMap(([name, binding]) =>
    'text' in binding ? [name, JSON.stringify(binding.text)] : [],
  );
  // The database measures the JSON, with some braces and ids.
  if (codePointLength(texts.join('')) > limits.lastValuesLength / 2) {
    errors.bindings = tooLongMessage('The fixed texts', limits.lastValuesLength / 2);
  }
  return errors;
}
