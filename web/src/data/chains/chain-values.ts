import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import { codePointLength } from '#web/lib/text/code-point-length.ts';
import { tooLongMessage } from '#web/lib/text/too-long-message.ts';

/**
 * Whether the prompt of a step can be used. `deleted`: in the person's own bin. `hidden`: made
 * private or deleted by its owner. `gone`: deleted for good.
 */
const availabilitySchema = v.picklist(['available', 'deleted', 'hidden', 'gone']);

export type Availability = v.InferOutput<typeof availabilitySchema>;

/** A step in the form: its prompt, and what the form shows of it. */
const stepChoiceSchema = v.object({
  /** Unique in this form: a prompt can be in a chain more than once. */
  key: v.string(),
  promptId: v.nullable(v.string()),
  title: v.string(),
  preview: v.string(),
  icon: v.nullable(v.string()),
  availability: availabilitySchema,
});

export type StepChoice = Readonly<v.InferOutput<typeof stepChoiceSchema>>;

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
    one.steps.length === other.steps.length &&
    one.steps.every(({ promptId }, index) => promptId === other.steps[index]?.promptId)
  );
}

/** The errors of the form, by field, as shown in the toast; empty when it can be saved. */
export type ChainErrors = Partial<Record<keyof ChainValues, string>>;

export function checkChain({ title, description, steps }: ChainValues): ChainErrors {
  const errors: ChainErrors = {};
  if (title.trim() === '') errors.title = messages.chains.titleRequired;
  else if (codePointLength(title) > limits.titleLength) {
    errors.title = tooLongMessage('The title', limits.titleLength);
  }
  if (codePointLength(description) > limits.descriptionLength) {
    errors.description = tooLongMessage('The description', limits.descriptionLength);
  }
  if (steps.length === 0) errors.steps = messages.chains.promptRequired;
  return errors;
}
