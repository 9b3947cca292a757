import * as v from 'valibot';
import { runStepSchema } from '#web/lib/variables/run-step.ts';

/*
 * What somebody owns, as one file: written by the export, read by the import. Names are those of the wire. As JSON it
 * is one object, with `cuebook` saying which edition of this shape it has; as a folder of Markdown each of its
 * entries is a file, with `cuebook` saying of which kind.
 */

/** The edition of this shape. The first had no runs, comments and uses; it is read all the same. */
export const libraryEdition = 2;

const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'no time'),
);
const noText = v.optional(v.nullable(v.string()), null);
const noTime = v.optional(v.nullable(time), null);

/** What a person sees of a prompt, and what a version keeps of it. */
const stateEntries = {
  title: v.string(),
  content: v.string(),
  description: noText,
  tags: v.optional(v.array(v.string()), []),
  is_public: v.optional(v.boolean(), false),
  category: noText,
  icon: noText,
  /** Its name, for people; `group_id` says which, where several have one name. */
  group: noText,
  group_id: noText,
};

/** Who saved what when. */
const savedEntries = { change_description: noText, created_at: noTime };

const versionSchema = v.object({ ...stateEntries, ...savedEntries, version_number: v.number() });

/** When the owner of the file last used a prompt, how often, and what they filled in. */
const useEntries = {
  used_at: noTime,
  uses: v.optional(v.number(), 1),
  last_values: v.optional(v.record(v.string(), v.string()), {}),
};

export const libraryPromptSchema = v.object({
  ...stateEntries,
  id: v.string(),
  is_favorite: v.optional(v.boolean(), false),
  /** Id of the prompt that it was forked from, in this file or elsewhere. */
  forked_from: noText,
  forked_from_version: v.optional(v.nullable(v.number()), null),
  created_at: noTime,
  updated_at: noTime,
  /** The version whose state is the present one. */
  newest: v.optional(v.nullable(v.object({ ...savedEntries, version_number: v.number() })), null),
  last_use: v.optional(v.nullable(v.object(useEntries)), null),
  /** The versions before it, oldest first. */
  versions: v.optional(v.array(versionSchema), []),
});

export const libraryGroupSchema = v.object({
  id: v.string(),
  name: v.string(),
  description: noText,
  created_at: noTime,
  updated_at: noTime,
});

/** A use of a prompt of somebody else; of one's own, it stands with the prompt. */
export const libraryUseSchema = v.object({
  ...useEntries,
  prompt: v.string(),
  prompt_title: noText,
});

export const libraryChainSchema = v.object({
  /** Absent in the first edition. */
  id: noText,
  title: v.string(),
  description: noText,
  created_at: noTime,
  updated_at: noTime,
  /** Ids of its prompts in order; null where one is gone. */
  prompts: v.array(v.nullable(v.string())),
});

/** A run of a chain, whole by itself. */
export const libraryRunSchema = v.object({
  title: v.string(),
  /** Id of its chain; null when that was deleted. */
  chain: noText,
  state: v.picklist(['running', 'stopped', 'finished']),
  created_at: noTime,
  updated_at: noTime,
  steps: v.optional(v.array(runStepSchema), []),
  /** The answers of the steps that are done, in order. */
  answers: v.optional(v.array(v.string()), []),
});

/** What somebody said under a prompt of the file's owner, or its owner under any prompt. */
export const libraryCommentSchema = v.object({
  prompt: v.string(),
  prompt_title: noText,
  /** The name of who said it; null: the owner of the file. */
  author: noText,
  created_at: noTime,
  updated_at: noTime,
  body: v.string(),
});

/** A state of a prompt in a file of its own: `prompt` says of which. */
export const libraryVersionFileSchema = v.object({ ...versionSchema.entries, prompt: v.string() });

export type LibraryPrompt = Readonly<v.InferOutput<typeof libraryPromptSchema>>;
export type LibraryVersion = Readonly<v.InferOutput<typeof versionSchema>>;
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
  /** Uses of prompts of others. */
  readonly uses: readonly LibraryUse[];
}
