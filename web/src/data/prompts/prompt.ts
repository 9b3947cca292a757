import type { Tables } from '#contract/database.types.ts';
import type { PromptValues } from './prompt-values.ts';

const previewLength = 300;

/** A prompt as a list shows it: what it is, and what the person did with it. */
export interface PromptSummary extends Omit<PromptValues, 'content'> {
  readonly id: string;
  /** The first 300 characters of the content. */
  readonly preview: string;
  /** In the results of a search: a later piece of the content, where that has a word which the rest of the row does not. */
  readonly excerpt?: string;
  /** Null in the results of a search, which carry the preview only. */
  readonly content: string | null;
  readonly version: number;
  readonly userId: string;
  readonly teamId: string | null;
  readonly groupName: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
  readonly isTemplate: boolean;
  readonly templateCategory: string | null;
  readonly category: string | null;
  /** Among the person's favourites. */
  readonly starred: boolean;
  readonly lastUsedAt: string | null;
}

/** A whole prompt. */
export interface Prompt extends PromptSummary {
  readonly content: string;
  readonly forkedFrom: string | null;
  readonly forkedFromVersion: number | null;
}

export interface PromptDetail extends Prompt {
  readonly versionCount: number;
  readonly forksCount: number;
  readonly commentsCount: number;
  /** The version that the next save is based on: `version`, plus one for each queued save that changes something. */
  readonly saveBase: number;
  /** Why an operator took it out of public, for those who may change it; null when none did. */
  readonly takedown: { readonly reason: string; readonly at: string } | null;
  /** What the person last filled its variables with. */
  readonly lastValues: Readonly<Record<string, string>>;
}

/** Which list: the person's own, their favourites, everybody's templates, or their own deleted ones. */
export type PromptListKind = 'mine' | 'favourites' | 'templates' | 'deleted';

type PromptFields = Omit<Tables<'prompts'>, 'change_description' | 'shared_version'>;

export interface PromptRow extends PromptFields {
  readonly favorites: readonly { readonly user_id: string }[];
  readonly prompt_uses: readonly { readonly used_at: string }[];
  readonly groups: { readonly name: string } | null;
}

/** A row of the view that shows every prompt the person may read, with what they did with it. */
export interface ReadableRow extends Tables<'readable_prompts'> {
  readonly favorites: PromptRow['favorites'];
  readonly prompt_uses: PromptRow['prompt_uses'];
}

/** Makes a row of the view one of the table. */
export function fromReadable({ group_name: name, ...row }: ReadableRow): PromptRow {
  return { ...row, groups: name === null ? null : { name } };
}

/** What a list shows of a content. */
export function previewOf(content: string): string {
  return content.slice(0, previewLength);
}

type SharedFields = Pick<
  PromptFields,
  | 'id'
  | 'title'
  | 'description'
  | 'tags'
  | 'is_public'
  | 'version'
  | 'user_id'
  | 'team_id'
  | 'group_id'
  | 'created_at'
  | 'updated_at'
  | 'is_template'
  | 'template_category'
  | 'category'
  | 'icon'
>;

/** What a row of the table and a result of a search say alike. */
export function sharedFieldsOf(row: SharedFields) {
  return {
    id: row.id,
    title: row.title,
    description: row.description ?? '',
    tags: row.tags,
    isPublic: row.is_public,
    version: row.version,
    userId: row.user_id,
    teamId: row.team_id,
    groupId: row.group_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    isTemplate: row.is_template,
    templateCategory: row.template_category,
    category: row.category,
    icon: row.icon,
  };
}

export function toPrompt(row: PromptRow): Prompt {
  return {
    ...sharedFieldsOf(row),
    preview: previewOf(row.content),
    content: row.content,
    groupName: row.groups?.name ?? null,
    deletedAt: row.deleted_at,
    forkedFrom: row.forked_from,
    forkedFromVersion: row.forked_from_version,
    starred: row.favorites.length > 0,
    lastUsedAt: row.prompt_uses[0]?.used_at ?? null,
  };
}
