import * as v from 'valibot';
import { recordOf } from '#web/lib/values/record-of.ts';
import { numberBindingsSchema } from '#web/lib/variables/step-bindings.ts';
import { runStepSchema } from '#web/lib/variables/run-step.ts';

/*
 * The file format of a library, written by the export and read by the import. Field names are those
 * of the REST API. As JSON it is one object, whose `cuebook` is the edition of the format. As a
 * folder of Markdown, each entry is a file, whose `cuebook` is its kind.
 */

/**
 * The edition of the format. The import also reads the first, which had no runs, comments and uses,
 * and the second, whose chains were lists of prompts.
 */
export const libraryEdition = 3;

/** A time that the database reads, with its microseconds. */
const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'not a time'),
  v.transform((text) =>
    /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : new Date(text).toISOString(),
  ),
);
/** A count or a version number. */
const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647));
const optionalText = v.optional(v.nullable(v.string()), null);
const optionalTime = v.optional(v.nullable(time), null);

/** The fields that prompts and their versions share. */
const stateEntries = {
  title: v.string(),
  content: v.string(),
  description: optionalText,
  tags: v.optional(v.array(v.string()), []),
  is_public: v.optional(v.boolean(), false),
  category: optionalText,
  icon: optionalText,
  /** The group's path, for people; `group_id` tells groups of one path apart. */
  group: optionalText,
  group_id: optionalText,
};

const savedEntries = { change_description: optionalText, created_at: optionalTime };

const versionSchema = v.object({ ...stateEntries, ...savedEntries, version_number: wholeNumber });

/** The file owner's use of a prompt: last time, count, and last values. */
const useEntries = {
  used_at: optionalTime,
  uses: v.optional(wholeNumber, 1),
  last_values: v.optional(recordOf(v.string()), {}),
};

const fileSchema = v.object({ name: v.string(), type: v.string(), path: v.string() });

/** The path of an attached file in an archive: `files/{object's id}/{name}`. */
export const attachedFilePath = /^files\/[0-9a-f-]{36}\/[^/]+$/;

export const libraryPromptSchema = v.object({
  ...stateEntries,
  id: v.string(),
  is_favorite: v.optional(v.boolean(), false),
  /** The id of the prompt that it was forked from, in this file or elsewhere. */
  forked_from: optionalText,
  forked_from_version: v.optional(v.nullable(wholeNumber), null),
  created_at: optionalTime,
  updated_at: optionalTime,
  /** The version with the current state. */
  newest: v.optional(v.nullable(v.object({ ...savedEntries, version_number: wholeNumber })), null),
  last_use: v.optional(v.nullable(v.object(useEntries)), null),
  /** The earlier versions, oldest first. */
  versions: v.optional(v.array(versionSchema), []),
  /** Attached files; the archive has their bytes at `path`. */
  files: v.optional(v.array(fileSchema), []),
});

export const libraryGroupSchema = v.object({
  id: v.string(),
  name: v.string(),
  /** The id of the group that it lies in. */
  parent: optionalText,
  description: optionalText,
  created_at: optionalTime,
  updated_at: optionalTime,
});

/** A use of someone else's prompt. The prompt entry has the use of an own one. */
export const libraryUseSchema = v.object({
  ...useEntries,
  prompt: v.string(),
  prompt_title: optionalText,
});

const chainStepSchema = v.object({
  /** The id of its prompt; null for one deleted for good or written in the chain. */
  prompt: optionalText,
  /** A prompt written in the chain. */
  title: optionalText,
  content: optionalText,
  /** The values that the chain gives to variables; steps are numbered from 1. */
  bindings: v.optional(numberBindingsSchema, {}),
});

const chainEntries = {
  /** Absent in the first edition. */
  id: optionalText,
  title: v.string(),
  description: optionalText,
  created_at: optionalTime,
  updated_at: optionalTime,
};

export const libraryChainSchema = v.union([
  v.pipe(
    v.object({ ...chainEntries, prompts: v.array(v.nullable(v.string())) }),
    v.transform(({ prompts, ...chain }) => ({
      ...chain,
      steps: prompts.map((prompt) => ({ prompt, title: null, content: null, bindings: {} })),
    })),
  ),
  v.object({ ...chainEntries, steps: v.optional(v.array(chainStepSchema), []) }),
]);

/** A run of a chain, with its own copy of the steps. */
export const libraryRunSchema = v.object({
  title: v.string(),
  /** The id of its chain; null when that was deleted. */
  chain: optionalText,
  state: v.picklist(['running', 'stopped', 'finished']),
  created_at: optionalTime,
  updated_at: optionalTime,
  steps: v.optional(v.array(runStepSchema), []),
  /** The answers of the finished steps, in order. */
  answers: v.optional(v.array(v.string()), []),
});

/** A comment on a prompt of the file's owner, or of the owner on any prompt. */
export const libraryCommentSchema = v.object({
  prompt: v.string(),
  prompt_title: optionalText,
  /** The author's name; null for the file's owner. */
  author: optionalText,
  created_at: optionalTime,
  updated_at: optionalTime,
  body: v.string(),
});

/** A version in its own file; `prompt` is the id of its prompt. */
export const libraryVersionFileSchema = v.object({ ...versionSchema.entries, prompt: v.string() });

export type LibraryPrompt = Readonly<v.InferOutput<typeof libraryPromptSchema>>;
export type LibraryVersion = Readonly<v.InferOutput<typeof versionSchema>>;
export type LibraryFile = Readonly<v.InferOutput<typeof fileSchema>>;
export type LibraryGroup = Readonly<v.InferOutput<typeof libraryGroupSchema>>;
export type LibraryChain = Readonly<v.InferOutput<typeof libraryChainSchema>>;

export type LibraryRun = Readonly<v.InferOutput<typeof libraryRunSchema>>;
export type LibraryComment = Readonly<v.InferOutput<typeof libraryCommentSchema>>;
export type LibraryUse = Readonly<v.InferOutput<typeof libraryUseSchema>>;

export interface Library {
  readonly groups: readonly LibraryGroup[];
  readonly prompts: readonly LibraryPrompt[];
  readonly chains: readonly LibraryChain[];
  readonly runs: readonly LibraryRun[];
  readonly comments: readonly LibraryComment[];
  /** Uses of other people's prompts. */
  readonly uses: readonly LibraryUse[];
}

/** Returns a library without entries, whose lists can be filled. */
export function emptyLibrary(): { readonly [Kind in keyof Library]: Library[Kind][number][] } {
  return { groups: [], prompts: [], chains: [], runs: [], comments: [], uses: [] };
}
