import * as v from 'valibot';
import type { Group, PromptLocation } from './groups.ts';

/*
 * The rows that the server sends, and what the commands make of them.
 */

export type RowSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/** Returns the columns of a row, as the parameter `select` names them. */
export function columnsOf(row: RowSchema): string {
  return Object.keys(row.entries).join(',');
}

export const summaryRow = v.object({
  id: v.string(),
  title: v.string(),
  version: v.number(),
  tags: v.array(v.string()),
  updated_at: v.string(),
  group_id: v.nullable(v.string()),
  team_id: v.nullable(v.string()),
});

export const promptRow = v.object({
  id: v.string(),
  version: v.number(),
  title: v.string(),
  description: v.nullable(v.string()),
  content: v.string(),
  tags: v.array(v.string()),
  group_id: v.nullable(v.string()),
  team_id: v.nullable(v.string()),
});

export const versionRow = v.object({
  ...v.omit(promptRow, ['id', 'version', 'group_id', 'team_id']).entries,
  version_number: v.number(),
});

export const groupRow = v.object({
  id: v.string(),
  name: v.string(),
  parent_id: v.nullable(v.string()),
  team_id: v.nullable(v.string()),
});
export const teamRow = v.object({ id: v.string(), name: v.string() });

export const resolvedPrompt = v.object({
  id: v.string(),
  /** An export names files by it. */
  name: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  title: v.string(),
  description: v.nullable(v.string()),
  tags: v.array(v.string()),
  version: v.number(),
  label: v.nullable(v.string()),
  text: v.string(),
  variables: v.array(
    v.object({
      name: v.string(),
      type: v.picklist(['text', 'long', 'number', 'choice']),
      default: v.string(),
      choices: v.array(v.string()),
    }),
  ),
  source: v.optional(v.string()),
});
export const unreadablePrompt = v.object({ error: v.object({ message: v.string() }) });

/**
 * A version of a prompt with the texts of other prompts that it includes in their place; `source` is
 * the text as it was written, if that differs.
 */
export type ResolvedPrompt = v.InferOutput<typeof resolvedPrompt>;

/** The fields of a prompt that its file has, and that a push may change. */
export interface PromptValues {
  readonly title: string;
  /** Empty for none. */
  readonly description: string;
  readonly tags: readonly string[];
  readonly content: string;
}

/** A version of a prompt. */
export interface Prompt extends PromptValues {
  readonly id: string;
  readonly version: number;
}

/** A prompt as it is stored now. */
export interface StoredPrompt extends Prompt, PromptLocation {}

export type PromptSummary = v.InferOutput<typeof summaryRow>;

export function toPrompt<Row extends { readonly description: string | null }>({
  description,
  ...row
}: Row) {
  return { ...row, description: description ?? '' };
}

export function toStored({
  group_id,
  team_id,
  ...row
}: v.InferOutput<typeof promptRow>): StoredPrompt {
  return { ...toPrompt(row), groupId: group_id, teamId: team_id };
}

export function toGroup({ id, name, parent_id, team_id }: v.InferOutput<typeof groupRow>): Group {
  return { id, name, parentId: parent_id, teamId: team_id };
}

export function toColumns({ title, description, tags, content }: PromptValues) {
  return { title, description: description === '' ? null : description, tags, content };
}
