import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import { codePointLength } from '#web/lib/text/code-point-length.ts';

/** What a person writes in the prompt panel; the same shape is kept in drafts. */
export const promptValuesSchema = v.object({
  title: v.string(),
  description: v.string(),
  content: v.string(),
  tags: v.array(v.string()),
  isPublic: v.boolean(),
  /** Null: no group. */
  groupId: v.nullable(v.string()),
  /** An emoji; null shows the memo symbol. */
  icon: v.nullable(v.string()),
});

export type PromptValues = Readonly<v.InferOutput<typeof promptValuesSchema>>;

/** Everything that a draft of the prompt panel keeps. */
export const promptTextSchema = v.object({
  values: promptValuesSchema,
  changeDescription: v.string(),
  /** Typed into the tags field, not yet added. */
  tagText: v.string(),
  /** The version that the words are based on; null for a new prompt. */
  base: v.nullable(v.number()),
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
};

/** The values of anything that has them, without the rest. */
export function valuesOf(source: PromptValues): PromptValues {
  return v.parse(promptValuesSchema, source);
}

const fields = v.keyof(promptValuesSchema).options;

export function sameValues(one: PromptValues, other: PromptValues): boolean {
  // Field by field, not as JSON: a content of a million characters is compared at each letter that is written.
  return fields.every((field) =>
    field === 'tags'
      ? one.tags.length === other.tags.length &&
        one.tags.every((tag, index) => tag === other.tags[index])
      : one[field] === other[field],
  );
}

/** What is wrong, by field; empty when it can be saved. */
export type PromptValueErrors = Partial<
  Record<'title' | 'content' | 'description' | 'tags', string>
>;

export function checkValues(values: PromptValues): PromptValueErrors {
  const errors: PromptValueErrors = {};
  if (values.title.trim() === '') errors.title = 'A prompt needs a title.';
  else if (codePointLength(values.title) > limits.titleLength) {
    errors.title = tooLong('The title', limits.titleLength);
  }
  if (values.content.trim() === '') errors.content = 'A prompt needs content.';
  else if (codePointLength(values.content) > limits.contentLength) {
    errors.content = tooLong('The content', limits.contentLength);
  }
  if (codePointLength(values.description) > limits.descriptionLength) {
    errors.description = tooLong('The description', limits.descriptionLength);
  }
  if (values.tags.length > limits.tagCount) {
    errors.tags = `A prompt has at most ${limits.tagCount} tags.`;
  }
  return errors;
}

function tooLong(what: string, limit: number): string {
  return `${what} has at most ${limit.toLocaleString('en-GB')} characters. Shorten it to save.`;
}

export interface TagsAdded {
  readonly tags: string[];
  /** Why nothing, or not all, was added; null when all went in. */
  readonly problem: string | null;
}

/** Adds what was typed: one tag, or several with commas between. Empty ones and ones already there are left out. */
export function addTags(tags: readonly string[], typed: string): TagsAdded {
  const next = [...tags];
  let problem: string | null = null;
  for (const piece of typed.split(',')) {
    const tag = piece.trim().replaceAll(/\s+/g, ' ');
    if (tag === '') continue;
    if (next.some((each) => each.toLowerCase() === tag.toLowerCase())) {
      problem = `“${tag}” is there already.`;
    } else if (codePointLength(tag) > limits.tagLength) {
      problem = `A tag has at most ${limits.tagLength} characters.`;
    } else if (next.length >= limits.tagCount) {
      problem = `A prompt has at most ${limits.tagCount} tags.`;
    } else {
      next.push(tag);
    }
  }
  return { tags: next, problem };
}
