import * as v from 'valibot';

/*
 * What somebody owns, as one file: written by the export, read by the import. Names are those of the wire. As JSON it
 * is one object, with `cuebook` saying which edition of this shape it has; as a folder of Markdown each of its
 * entries is a file, with `cuebook` saying of which kind.
 */

/** The edition of this shape. */
export const libraryEdition = 1;

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

export const libraryChainSchema = v.object({
  title: v.string(),
  description: noText,
  created_at: noTime,
  updated_at: noTime,
  /** Ids of its prompts in order; null where one is gone. */
  prompts: v.array(v.nullable(v.string())),
});

/** A state of a prompt in a file of its own: `prompt` says of which. */
export const libraryVersionFileSchema = v.object({ ...versionSchema.entries, prompt: v.string() });

export type LibraryPrompt = Readonly<v.InferOutput<typeof libraryPromptSchema>>;
export type LibraryVersion = Readonly<v.InferOutput<typeof versionSchema>>;
export type LibraryGroup = Readonly<v.InferOutput<typeof libraryGroupSchema>>;
export type LibraryChain = Readonly<v.InferOutput<typeof libraryChainSchema>>;

export interface Library {
  readonly groups: readonly LibraryGroup[];
  readonly prompts: readonly LibraryPrompt[];
  readonly chains: readonly LibraryChain[];
}
