import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import { isSameText } from '#text/is-same-text.ts';
import { codePointLength } from '#web/lib/text/code-point-length.ts';
import { tooLongMessage } from '#web/lib/text/too-long-message.ts';

/** The values of the prompt panel, as drafts store them, too. */
export const promptValuesSchema = v.object({
  title: v.string(),
  description: v.string(),
  content: v.string(),
  tags: v.array(v.string()),
  isPublic: v.boolean(),
  /** Null: no group. */
  groupId: v.nullable(v.string()),
  /** An emoji; null shows the first letter of the title. */
  icon: v.nullable(v.string()),
  category: v.nullable(v.string()),
});

export type PromptValues = Readonly<v.InferOutput<typeof promptValuesSchema>>;

/** The content of a draft of the prompt panel. */
export const promptTextSchema = v.object({
  values: promptValuesSchema,
  changeDescription: v.string(),
  /** The text in the tags field that is not yet a tag. */
  tagText: v.string(),
  /** The version that the values are based on; null for a new prompt. */
  base: v.nullable(v.number()),
  /** The values of a queued save that these are based on; `base` is then only its expected version. */
  from: v.nullable(promptValuesSchema),
  /** The id that a new prompt will get. It may be stored already, if its save was interrupted. */
  promptId: v.optional(v.string()),
});

export type PromptText = Readonly<v.InferOutput<typeof promptTextSchema>>;

export const emptyValues: PromptValues = {
  title: '',
  description: '',
  content: '',
  tags: [],
  isPublic: false,
  groupId: null,
  icon: null,
  category: null,
};

/** Returns only the values of something that extends them. */
export function valuesOf(source: PromptValues): PromptValues {
  return v.parse(promptValuesSchema, source);
}

const fields = v.keyof(promptValuesSchema).options;

export function sameValues(one: PromptValues, other: PromptValues): boolean {
  return (
    isSameText(one, other) &&
    fields.every((field) => field === 'tags' || one[field] === other[field])
  );
}

/** The errors of the form, by field; empty when it can be saved. */
export type PromptValueErrors = Partial<
  Record<'title' | 'content' | 'description' | 'tags', string>
>;

export function checkValues(values: PromptValues): PromptValueErrors {
  const errors: PromptValueErrors = {};
  if (values.title.trim() === '') errors.title = 'A prompt needs a title.';
  else if (codePointLength(values.title) > limits.titleLength) {
    errors.title = tooLongMessage('The title', limits.titleLength);
  }
  if (values.content.trim() === '') errors.content = 'A prompt needs content.';
  else if (codePointLength(values.content) > limits.contentLength) {
    errors.content = tooLongMessage('The content', limits.contentLength);
  }
  if (codePointLength(values.description) > limits.descriptionLength) {
    errors.description = tooLongMessage('The description', limits.descriptionLength);
  }
  if (values.tags.length > limits.tagCount) {
    errors.tags = `A prompt has at most ${limits.tagCount} tags.`;
  }
  return errors;
}
