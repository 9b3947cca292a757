import type { Database, Tables } from '#contract/database.types.ts';
import { limits } from '#contract/limits.ts';
import { firstCharacters } from '#web/lib/text/first-characters.ts';
import { hideReferenceIds } from '#web/lib/variables/hide-reference-ids.ts';
import type { PromptValues } from './prompt-values.ts';

/** A prompt in a list, with the person's own star and use. */
export interface PromptSummary extends Omit<PromptValues, 'content'> {
  readonly id: string;
  /** The first 300 characters of the content. */
  readonly preview: string;
  /**
   * In search results: the part of the content with a match, if title, tags and preview have none.
   */
  readonly excerpt?: string;
  /** Null in search results, which contain only the preview and the number of variables. */
  readonly content: string | null;
  readonly variableCount?: number;
  readonly version: number;
  readonly userId: string;
  readonly teamId: string | null;
  readonly groupName: string | null;
  /** In search results: the name of its owner; null when unset. */
  readonly authorName?: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedAt: string | null;
  readonly isTemplate: boolean;
  readonly templateCategory: string | null;
  /** Whether it is one of the person's favourites. */
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
  /** How often the person used it. */
  readonly useCount: number;
  /**
   * The version that the next save is based on: `version`, plus one for each queued save that
   * changes something.
   */
  readonly saveBase: number;
  /** The operator's takedown, for those who may change the prompt; null when there is none. */
  readonly takedown: { readonly reason: string; readonly at: string } | null;
  /** The person's right, viewer or editor, if its owner shares it with them alone. */
  readonly shareRole?: string | null;
  /** Whether it is shared with single people, as far as the person may know. */
  readonly isShared?: boolean | null;
  /** The values that the person used last for its variables. */
  readonly lastValues: Readonly<Record<string, string>>;
}

/** The person's own prompts, their favourites, the templates for all, or their deleted prompts. */
export type PromptListKind = 'mine' | 'favourites' | 'templates' | 'deleted';

/** The lists that can be searched. */
export type SearchedList = PromptListKind | 'teams' | 'shared';

/** The orders of a library; the default first. */
export const promptSorts = ['created', 'used', 'updated', 'title'] as const;
export type PromptSort = (typeof promptSorts)[number];

type PromptFields = Omit<Tables<'prompts'>, 'change_description' | 'shared_version'>;

export interface PromptRow extends PromptFields {
  readonly favorites: readonly { readonly user_id: string }[];
  readonly prompt_uses: readonly { readonly used_at: string }[];
  readonly groups: { readonly name: string } | null;
}

/** A row of the view of all prompts that the person may read, with their own star and use. */
export interface ReadableRow extends Omit<Tables<'readable_prompts'>, 'share_role' | 'is_shared'> {
  readonly favorites: PromptRow['favorites'];
  readonly prompt_uses: PromptRow['prompt_uses'];
}

/** Turns a row of the view into one of the table. */
export function fromReadable({ group_name: name, ...row }: ReadableRow): PromptRow {
  return { ...row, groups: name === null ? null : { name } };
}

/** Returns the part of a content that lists show. */
export function previewOf(content: string): string {
  // Long enough for references that become shorter.
  return firstCharacters(hideReferenceIds(content.slice(0, 10_000)), limits.previewLength);
}

type SearchRow = Database['public']['Functions']['search_prompts']['Returns'][number];
type SharedFields = Pick<PromptFields, keyof PromptFields & keyof SearchRow>;

/** Returns the fields that rows of the table and results of a search share. */
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
